/** The configuration of the QA suite, which `npm run test:e2e` runs against a service that is already running. */
const junit = process.env.E2E_JUNIT;

/** How the JUnit file names the tests. */
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
  // With these two Node itself loads the modules, once for all test files of a worker.
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  testRunner: '<rootDir>/test/jest/runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data'],
  testMatch: ['<rootDir>/test/qa/**/*.spec.ts'],
  maxWorkers: 2,
  // A test may have to wait for the rate limit of the target.
  testTimeout: 1_000 * Number(process.env.E2E_TEST_SECONDS ?? 120),
  reporters: [
    'default',
    '<rootDir>/test/qa/skipped-reporter.mjs',
    ...(junit === undefined ? [] : [['jest-junit', { ...report, outputFile: junit }]]),
  ],
};
