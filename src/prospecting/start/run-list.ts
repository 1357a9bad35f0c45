import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, link, open, readFile, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { CommandError } from '../../platform/errors/command-error.js';
import { companyPage } from '../records/company-page.js';

/** A run that an operator asks for. */
export interface RunRequest {
  readonly networkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
}

/** A line of a list of companies. */
export interface ListLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** The defaults of lines. */
export type UsualRequest = Pick<RunRequest, 'team' | 'clientEmail'>;

/** The run of a line, or why it cannot be started. */
export type ReadLine = { readonly request: RunRequest } | { readonly reason: string };

/** The only host names that pages may have; null for any. */
type Hosts = readonly string[] | null;

const address = /^[^\s@]+@[^\s@]+$/;
const maxLength = 2_000;

const text = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(maxLength, `must have at most ${maxLength} characters`);
const members = { network_url: text, team: text.nullish(), client_email: text.nullish() };
const lineObject = z.strictObject(members, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `has the unknown member${issue.keys.length === 1 ? '' : 's'} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}; the members are ${Object.keys(members).join(', ')}`
      : 'must be a JSON object',
});

/**
 * Reads a line: the page of a company, or a JSON object with `network_url` and, if the line has its own, `team` and
 * `client_email`. Null for a line without a run.
 */
export function readRunLine(line: string, usual: UsualRequest, hosts: Hosts): ReadLine | null {
  if (isPassedOver(line)) return null;
  const written = line.trim();
  if (!written.startsWith('{')) return checkRunRequest({ networkUrl: written, ...usual }, hosts);
  const parsed = lineObject.safeParse(jsonOf(written));
  if (!parsed.success) return { reason: problem(parsed.error.issues[0]) };
  const { network_url: networkUrl, team, client_email: clientEmail } = parsed.data;
  const own = { team: team ?? usual.team, clientEmail: clientEmail ?? usual.clientEmail };
  return checkRunRequest({ networkUrl, ...own }, hosts);
}

/** Whether a line has no run: it is empty, or a comment that begins with `#`. */
export function isPassedOver(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/** Rejects runs that must fail. For clients they are started all the same. */
export function checkRunRequest(request: RunRequest, hosts: Hosts): ReadLine {
  if (companyPage(request.networkUrl, hosts) === null) {
    return { reason: `${JSON.stringify(request.networkUrl)} is not the profile page of a company` };
  }
  const { clientEmail } = request;
  if (clientEmail !== null && !address.test(clientEmail)) {
    return { reason: 'the e-mail address of the client is none' };
  }
  return { request };
}

/** A hash to detect changed lines. */
export function lineHash(line: string): string {
  return createHash('sha256').update(line.trim()).digest('hex').slice(0, 16);
}

/** The lines of a text. */
export function linesOf(content: string): ListLine[] {
  return content.split(/\r?\n/).map((line, index) => ({ number: index + 1, text: line }));
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

function problem(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? 'the line' : path} ${issue?.message ?? 'cannot be read'}`;
}

/** A line whose run has started. */
export interface StartedLine {
  readonly line: number;
  readonly hash: string;
  readonly jobId: number;
}

/** The owner of a list; a command that resumes it must have the same. */
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
 * Which lines of a list have started, in a file beside the list: the owner on the first line, then a line
 * for each run. A last line that was cut off is not read; its run is found again by its key.
 */
export class ListProgress {
  private constructor(
    /** The part of the idempotency keys that is unique to this list. */
    readonly batch: string,
    readonly started: ReadonlyMap<number, StartedLine>,
    /** Whether an earlier command has started runs of the list. */
    readonly isResumed: boolean,
    private readonly file: FileHandle | null,
  ) {}

  /** For a list that is read once. */
  static unkept(): ListProgress {
    return new ListProgress(randomUUID(), new Map(), false, null);
  }

  /** @throws CommandError when the file belongs to another list, or is no progress file */
  static async beside(list: string, owner: ListOwner): Promise<ListProgress> {
    const path = `${list}.progress`;
    const isNew = await create(path, owner);
    const [first = '', ...others] = (await readFile(path, 'utf8')).split('\n');
    const header = headerShape.safeParse(jsonOf(first));
    if (!header.success) throw new CommandError(`${path} holds no progress of a list; move it away`);
    if (!isOf(header.data, owner)) {
      throw new CommandError(
        `The list was begun for tenant "${header.data.tenant}" with other options; repeat those, or delete ${path} to start it from the first line`,
      );
    }
    const file = await open(path, 'a');
    // The next line must not continue one that was cut off.
    if (others.at(-1) !== '') await file.write('\n');
    return new ListProgress(header.data.batch, entriesOf(others), !isNew, file);
  }

  /** The runs that were started for a list of this tenant, by line; none where no progress is kept beside the file. */
  static async startedOf(list: string, tenantId: string): Promise<ReadonlyMap<number, StartedLine>> {
    const content = await readFile(`${list}.progress`, 'utf8').catch(() => '');
    const [first = '', ...others] = content.split('\n');
    const header = headerShape.safeParse(jsonOf(first));
    return header.success && header.data.tenant === tenantId ? entriesOf(others) : new Map();
  }

  async record({ line, hash, jobId }: StartedLine): Promise<void> {
    await this.file?.write(`${JSON.stringify({ line, hash, job_id: jobId })}\n`);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}

/** Atomic, and only once if two commands start at the same moment. */
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
    throw new CommandError(`How far the list has come cannot be kept beside it: ${reason}`);
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
