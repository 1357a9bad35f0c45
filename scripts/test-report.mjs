// Reads the report that Jest writes with `--json --outputFile`.
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Reads a report. A test file that could not be run, or failed outside its tests, counts as one failure. Skipped tests are listed together
 * if a title has their reason, as `(skipped: …)` or `(needs …)`, and otherwise one by one.
 *
 * @param {string} file
 * @returns {Promise<{ passed: number, failed: string[], skipped: string[], failedFiles: string[], passedInFailedFiles: number,
 *   defect: string | null }>} `defect` says why the run cannot count as a success although no test failed
 */
export async function readTestReport(file) {
  let suites;
  try {
    suites = JSON.parse(await readFile(file, 'utf8')).testResults;
  } catch {
    return {
      passed: 0,
      failed: [],
      skipped: [],
      failedFiles: [],
      passedInFailedFiles: 0,
      defect: 'Jest has written no report',
    };
  }
  const passed = numberPassed(suites);
  const failedSuites = suites.filter(({ status }) => status === 'failed');
  const failedFiles = failedSuites.map(({ name }) => name);
  const failed = suites.flatMap(failuresOf);
  const skipped = suites.flatMap(skippedOf);
  const defect = passed + failed.length === 0 ? 'no test ran' : null;
  return { passed, failed, skipped, failedFiles, passedInFailedFiles: numberPassed(failedSuites), defect };
}

function numberPassed(suites) {
  return suites.flatMap((suite) => testsOf(suite, ['passed'])).length;
}

function testsOf(suite, statuses) {
  return suite.assertionResults.filter((test) => statuses.includes(test.status));
}

function failuresOf(suite) {
  const failed = testsOf(suite, ['failed']);
  if (suite.status === 'failed' && failed.length === 0)
    return [`${nameOf(suite)} could not be run, or failed outside its tests`];
  return failed.map((test) => `${nameOf(suite)} › ${[...test.ancestorTitles, test.title].join(' › ')}`);
}

function skippedOf(suite) {
  const counts = new Map();
  for (const test of testsOf(suite, ['pending', 'skipped', 'disabled', 'todo'])) {
    const titles = [...test.ancestorTitles, test.title];
    const reasonAt = titles.findIndex((title) => /\((skipped:|needs) /.test(title));
    const shown =
      reasonAt === -1 ? `${titles.join(' › ')} (no reason given)` : titles.slice(0, reasonAt + 1).join(' › ');
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return [...counts].map(([shown, count]) => `${nameOf(suite)} › ${shown}${count > 1 ? `: ${count} tests` : ''}`);
}

function nameOf(suite) {
  return relative(root, suite.name);
}
