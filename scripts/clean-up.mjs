// @ts-check
/** @typedef {(close: () => Promise<unknown>) => void} Own registers a function that closes a resource */

/**
 * Runs work that opens resources. All of them are closed at the end of the work, after a failure and after a signal. A second signal is
 * ignored, because the terminal and npm both send one.
 * @template T
 * @param {(own: Own) => Promise<T>} work registers its resources with `own`; the last registered one is closed first
 * @returns {Promise<T>} the value of the work; the promise rejects after a signal
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
