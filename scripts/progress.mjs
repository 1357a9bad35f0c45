/**
 * Shows the progress of a step of unknown length on standard error: on a terminal in one line, elsewhere in several.
 * @param {string} title
 * @param {() => string} detail how far the step is, or an empty text
 * @param {number} linesEveryMs the interval of the lines without a terminal
 * @returns `print` writes text between the lines of progress, `end` writes the last line
 */
export function showProgress(title, detail = () => '', linesEveryMs = 15_000) {
  const { stderr } = process;
  // An error of a closed terminal must not end this process before the programs that it runs.
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
