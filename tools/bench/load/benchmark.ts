import { writeFile } from 'node:fs/promises';
import { withCleanUp } from '../../../scripts/clean-up.mjs';

interface Closable {
  close(): Promise<unknown>;
}

/** Waits for a resource, and closes it at the end of the benchmark; the latest resource is closed first. */
export type Open = <T extends Closable>(opening: T | Promise<T>) => Promise<T>;

/**
 * Runs a benchmark and prints its report. Resources are closed after a failure and after a signal too; then the process exits
 * with 1 without waiting for work that was interrupted.
 * @param output the file that the report is written into, beside standard output
 */
export async function runBenchmark(output: string | undefined, work: (open: Open) => Promise<string>): Promise<void> {
  try {
    const report = await withCleanUp<string>((own) =>
      work(async (opening) => {
        const opened = await opening;
        own(() => opened.close());
        return opened;
      }),
    );
    process.stdout.write(report);
    if (output !== undefined) await writeFile(output, report);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  }
}

/** Prints how far the benchmark is. */
export function logProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}
