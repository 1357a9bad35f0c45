/**
 * Shows on standard error that a step of unknown length is running. On a terminal one line is drawn again and again, elsewhere a new line
 * is written from time to time.
 * @param {string} title the name of the step
 * @param {() => string} detail returns how far the step is, or an empty text
 * @param {number} linesEveryMs the time between two lines without a terminal, in milliseconds
 * @returns `print` writes text between the lines of progress, and `end` writes the last line
 */
export function showProgress(title, detail = () => '', linesEveryMs = 15_000) {
  const { stderr } = process;
  // Writing to a closed terminal fails. That must not end this process before the programs that it runs.
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
