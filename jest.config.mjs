import { totalmem } from 'node:os';

/** @type {import('jest').Config} */
const shared = {
  // Node itself loads the modules, once for all test files of a worker.
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  testRunner: '<rootDir>/test/jest/runner.mjs',
  transform: {},
  // For `--findRelatedTests`.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data', '<rootDir>/test/generators/node_modules'],
};

/** Unit tests stand beside pure code in `src`; end-to-end tests, on a real database and real HTTP, in `test`. */
export default {
  // A new worker loads the service again, for some four seconds of processor time.
  workerIdleMemoryLimit: totalmem() < 8 * 2 ** 30 ? '1GB' : '2GB',
  // Also on two cores: tests wait for other processes much of their time.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/jest/sequencer.mjs',
  // A worker of a busy machine takes longer than the usual half second to end; one with open handles is still reported.
  workerGracefulExitTimeout: 10_000,
  // Only there for what never ends: a machine that has other things to do takes many times as long as it usually does.
  testTimeout: 120_000,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      // They run against a service elsewhere: `npm run test:e2e`.
      testPathIgnorePatterns: ['<rootDir>/test/qa/'],
      globalSetup: '<rootDir>/test/support/service/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/service/global-teardown.mjs',
    },
  ],
};
