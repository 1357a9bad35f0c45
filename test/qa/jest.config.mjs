/** The QA suite, which `npm run test:e2e` runs against a service elsewhere; `npm test` does not run it by itself. */
const junit = process.env.E2E_JUNIT;

/** How tests are named in the JUnit file. */
const report = {
  suiteName: 'Data Access Service',
  suiteNameTemplate: '{filename}',
  classNameTemplate: '{filename}',
  titleTemplate: '{classname} {title}',
  reportTestSuiteErrors: 'true',
};

/** @type {import('jest').Config} */
export default {
  rootDir: '../..',
  // Node itself loads the modules, once for all test files of a worker.
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  testRunner: '<rootDir>/test/jest/runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data'],
  testMatch: ['<rootDir>/test/qa/**/*.spec.ts'],
  maxWorkers: 2,
  // A target that limits requests is waited for.
  testTimeout: 1_000 * Number(process.env.E2E_TEST_SECONDS ?? 120),
  reporters: [
    'default',
    '<rootDir>/test/qa/skipped-reporter.mjs',
    ...(junit === undefined ? [] : [['jest-junit', { ...report, outputFile: junit }]]),
  ],
};
