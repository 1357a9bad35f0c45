/**
 * Runs something that opens much, and closes all of it whatever happens: at its end, at a failure, and when this process is
 * told to stop. A second signal changes nothing, because the terminal and npm both send one.
 * @param work is given `own(close)`, which registers what has to be closed; the latest is closed first
 * @returns what the work returned; a signal makes it throw
 */
export async function withCleanUp(work) {
  const closers = [];
  const interrupted = new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new Error(`ended by ${signal}`)));
    process.on('uncaughtException', reject);
  });
  const own = (close) => closers.push(close);
  try {
    return await Promise.race([work(own), interrupted]);
  } finally {
    for (const close of closers.reverse()) {
      await close().catch((error) => process.stderr.write(`While cleaning up: ${error.message}\n`));
    }
  }
}
