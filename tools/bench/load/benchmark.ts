import { writeFile } from 'node:fs/promises';
import { withCleanUp } from '../../../scripts/clean-up.mjs';

interface Closable {
  close(): Promise<unknown>;
}

/** Waits until a resource is open, and closes it at the end of the benchmark. The resource that was opened last is closed first. */
export type Open = <T extends Closable>(opening: T | Promise<T>) => Promise<T>;

/**
 * Runs a benchmark and prints its report. After a failure or a signal its resources are closed, too, and the process exits with 1. It
 * does not wait for work that was interrupted.
 * @param output a file into which the report is written in addition to standard output
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
