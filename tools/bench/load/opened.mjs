import { withCleanUp } from '../../../scripts/clean-up.mjs';

/**
 * Runs a benchmark that opens databases and services, and closes them all whatever happens, a signal included. After a failure
 * the process ends with 1, without waiting for what the benchmark was in the middle of.
 * @param work is given `open(opening)`, which waits for something with `close()` and returns it; the latest is closed first
 */
export async function whileOpen(work) {
  try {
    await withCleanUp((own) =>
      work(async (opening) => {
        const opened = await opening;
        own(async () => opened.close());
        return opened;
      }),
    );
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}
