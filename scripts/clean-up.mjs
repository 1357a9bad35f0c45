// @ts-check
/** @typedef {(close: () => Promise<unknown>) => void} Own registers what has to be closed */

/**
 * Runs work that opens resources, and closes all of them at its end, after a failure and after a signal. A second signal
 * changes nothing, because the terminal and npm both send one.
 * @template T
 * @param {(own: Own) => Promise<T>} work the latest resource that it registers is closed first
 * @returns {Promise<T>} what the work returned; a signal makes it reject
 */
export async function withCleanUp(work) {
  /** @type {(() => Promise<unknown>)[]} */
  const closers = [];
  /** @type {Promise<never>} */
  const interrupted = new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new Error(`ended by ${signal}`)));
    process.on('uncaughtException', reject);
  });
  try {
    return await Promise.race([work((close) => closers.push(close)), interrupted]);
  } finally {
    for (const close of closers.reverse()) {
      await close().catch((error) => process.stderr.write(`While cleaning up: ${error.message}\n`));
    }
  }
}
