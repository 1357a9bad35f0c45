const reasonInTitle = / ?\(skipped: (.+)\)$/;

/**
 * Lists the skipped tests at the end of a run, grouped by reason. Tests that the arguments of Jest exclude have no reason and are
 * left out.
 */
export default class SkippedReporter {
  onRunComplete(_contexts, { testResults }) {
    const titles = new Map();
    for (const { status, fullName } of testResults.flatMap((suite) => suite.testResults)) {
      const [, reason] = (status === 'pending' && reasonInTitle.exec(fullName)) || [];
      if (reason === undefined) continue;
      titles.set(reason, [...(titles.get(reason) ?? []), fullName.replace(reasonInTitle, '')]);
    }
    if (titles.size === 0) return;
    const lines = [...titles].flatMap(([reason, tests]) => [`  ${reason}`, ...tests.map((title) => `    ${title}`)]);
    process.stderr.write(`\nSkipped:\n${lines.join('\n')}\n`);
  }
}
