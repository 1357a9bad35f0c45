import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { Refusal } from '../../platform/errors/command-error.js';
import type { UsualRequest } from './run-list.js';

/** A line whose run has started. */
export interface StartedLine {
  readonly line: number;
  readonly hash: string;
  readonly jobId: number;
}

/** For whom a list is started; who goes on with it must say the same. */
export interface ListOwner extends UsualRequest {
  readonly tenantId: string;
}

const headerShape = z.object({
  batch: z.uuid(),
  tenant: z.string(),
  team: z.string().nullable(),
  client_email: z.string().nullable(),
});
const entryShape = z.object({ line: z.int().min(1), hash: z.string(), job_id: z.int() });

/**
 * Which lines of a list have started, in a file beside the list: who and what the list is for on the first line, then a line
 * for each run. A last line that was cut off is not read; its run is found again by its key.
 */
export class ListProgress {
  private constructor(
    /** Makes the keys of this list's runs different from those of any other. */
    readonly batch: string,
    readonly started: ReadonlyMap<number, StartedLine>,
    /** Whether somebody has begun with the list before. */
    readonly isResumed: boolean,
    private readonly file: FileHandle | null,
  ) {}

  /** For a list that is read once. */
  static unkept(): ListProgress {
    return new ListProgress(randomUUID(), new Map(), false, null);
  }

  /** @throws Refusal when what is kept there is of another list, or no progress at all */
  static async beside(list: string, owner: ListOwner): Promise<ListProgress> {
    const path = `${list}.progress`;
    const isNew = await create(path, owner);
    const [first = '', ...others] = (await readFile(path, 'utf8')).split('\n');
    const header = headerShape.safeParse(jsonOf(first));
    if (!header.success) throw new Refusal(`${path} holds no progress of a list; move it away`);
    if (!isOf(header.data, owner)) {
      throw new Refusal(
        `The list was begun for tenant "${header.data.tenant}" with other options; repeat those, or delete ${path} to start it anew`,
      );
    }
    const file = await open(path, 'a');
    // What follows a line that was cut off must not be cut off with it.
    if (others.at(-1) !== '') await file.write('\n');
    return new ListProgress(header.data.batch, entriesOf(others), !isNew, file);
  }

  async record({ line, hash, jobId }: StartedLine): Promise<void> {
    await this.file?.write(`${JSON.stringify({ line, hash, job_id: jobId })}\n`);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}

/** Whole or not at all, and only once, should two commands begin at the same moment. */
async function create(path: string, { tenantId, team, clientEmail }: ListOwner): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  const header = { batch: randomUUID(), tenant: tenantId, team, client_email: clientEmail };
  try {
    await writeFile(draft, `${JSON.stringify(header)}\n`, { mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`How far the list has come cannot be kept beside it: ${reason}`);
  } finally {
    await rm(draft, { force: true });
  }
}

function entriesOf(lines: readonly string[]): Map<number, StartedLine> {
  const entries = new Map<number, StartedLine>();
  for (const line of lines) {
    const { data } = entryShape.safeParse(jsonOf(line));
    if (data !== undefined) entries.set(data.line, { line: data.line, hash: data.hash, jobId: data.job_id });
  }
  return entries;
}

function isOf(header: z.output<typeof headerShape>, { tenantId, team, clientEmail }: ListOwner): boolean {
  return header.tenant === tenantId && header.team === team && header.client_email === clientEmail;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
