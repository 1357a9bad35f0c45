// Jest as it comes, without the loader of the folder above: each test file has its own copies of the modules.
import { join } from 'node:path';

/** @type {import('jest').Config} */
export default {
  rootDir: join(import.meta.dirname, '..', '..', '..'),
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/test/generators/node_modules'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/jest/plain/transform.mjs' },
  moduleNameMapper: {
    '^(?:\\.\\./)+src/(.*)\\.js$': '<rootDir>/dist/$1.js',
    '^data-access-client$': '<rootDir>/client/src/client.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/test/support/service/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/service/global-teardown.mjs',
  setupFiles: ['<rootDir>/test/jest/plain/setup.mjs'],
  testTimeout: 120_000,
};
