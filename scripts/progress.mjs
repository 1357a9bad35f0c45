/** How often a line is written where there is no terminal to rewrite it. */
const linesEveryMs = 15_000;

/**
 * Shows on standard error that a step of unknown length goes on: on a terminal in one line, elsewhere in some.
 * @param {string} title
 * @param {() => string} detail how far it is, or nothing
 * @returns `print` writes text between, `end` the last line
 */
export function showProgress(title, detail = () => '') {
  const { stderr } = process;
  // A terminal that was closed takes no more lines, which must not end this process before it has ended what it runs.
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
  const startedAt = Date.now();
  const line = () => {
    const parts = [detail(), `${Math.round((Date.now() - startedAt) / 1000)} s`];
    return `${title} … ${parts.filter(Boolean).join(', ')}`;
  };
  const draw = () => stderr.write(stderr.isTTY ? `\r\x1b[K${line()}` : `${line()}\n`);
  stderr.write(stderr.isTTY ? `${title} …` : `${title} …\n`);
  const timer = setInterval(draw, stderr.isTTY ? 1_000 : linesEveryMs);
  return {
    print: (text) => stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : text),
    end: () => {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write(`\r\x1b[K${line()}\n`);
    },
  };
}
