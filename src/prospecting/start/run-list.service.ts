import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/domain-error.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { EnqueueService } from './enqueue.service.js';
import { EnqueuedRunRepository } from './enqueued-run.repository.js';
import {
  isPassedOver,
  lineHash,
  linesOf,
  type ListLine,
  type ListOwner,
  ListProgress,
  type StartedLine,
} from './run-list.js';

/** The owner of a list, and the defaults of its lines. */
export interface ListOrder extends ListOwner {
  /** A company's page or a JSON object on each line, see {@link readRunLine}. */
  readonly content: string;
  /** The progress file is created beside it; null for a list that is read once. */
  readonly file: string | null;
}

export interface ListOptions {
  /** When it aborts, no further run is started. */
  readonly signal: AbortSignal;
  readonly onRefused: (line: number, reason: string) => void;
  readonly onLine: (done: number) => void;
}

export interface ListedRun extends StartedLine {
  /** False when it was started before this command. */
  readonly isNew: boolean;
}

/** The outcome of a list. */
export interface ListOutcome {
  /** Lines that are neither empty nor comments. */
  readonly lines: number;
  readonly refused: number;
  /** Lines without a run, because the list was stopped before. */
  readonly notStarted: number;
  /** In the order of their lines. */
  readonly runs: readonly ListedRun[];
  /** Why the list was stopped; null when it was read to its end. */
  readonly stopped: string | null;
}

/** Starts the runs of whole lists. */
@Injectable()
export class RunListService {
  constructor(
    private readonly enqueuing: EnqueueService,
    private readonly enqueued: EnqueuedRunRepository,
    private readonly tenants: TenantService,
  ) {}

  /**
   * Starts a run for each line of a list that has none yet; however often that is interrupted and repeated, no line
   * gets a second one.
   * @throws CommandError when there is no such tenant or team, or lines that were started have changed since
   */
  async start(order: ListOrder, options: ListOptions): Promise<ListOutcome> {
    await this.tenants.served(order.tenantId);
    await this.enqueuing.assertTeam(order.tenantId, order.team);
    const lines = linesOf(order.content);
    const progress = order.file === null ? ListProgress.unkept() : await ListProgress.beside(order.file, order);
    try {
      assertUnchanged(lines, progress);
      return await this.startLines(lines, order, progress, options);
    } finally {
      await progress.close();
    }
  }

  private async startLines(
    list: readonly ListLine[],
    order: ListOrder,
    progress: ListProgress,
    options: ListOptions,
  ): Promise<ListOutcome> {
    const before = await this.startedBefore(list, order.tenantId, progress);
    const runs: ListedRun[] = [];
    let [lines, refused, notStarted] = [0, 0, 0];
    let stopped: string | null = null;
    for (const line of list) {
      if (isPassedOver(line.text)) continue;
      lines += 1;
      const known = before.get(line.number);
      if (known === undefined && stopped !== null) {
        notStarted += 1;
        continue;
      }
      const result = known ?? (await this.startLine(line, order, progress, options.signal));
      if ('stopped' in result) {
        stopped = result.stopped;
        notStarted += 1;
        continue;
      }
      if ('reason' in result) {
        refused += 1;
        options.onRefused(line.number, result.reason);
      } else {
        runs.push({ ...result, isNew: known === undefined });
      }
      options.onLine(line.number);
    }
    return { lines, refused, notStarted, runs, stopped };
  }

  private async startLine(
    { number: line, text }: ListLine,
    order: ListOrder,
    progress: ListProgress,
    signal: AbortSignal,
  ): Promise<StartedLine | { readonly reason: string } | { readonly stopped: string }> {
    if (signal.aborted) return { stopped: 'Interrupted' };
    const read = await this.enqueuing.read(order.tenantId, text, order);
    if (read === null || 'reason' in read) return { reason: read?.reason ?? 'the line asks for nothing' };
    const hash = lineHash(text);
    try {
      const jobId = await this.enqueuing.start(order.tenantId, read.request, keyOf(progress.batch, line, hash));
      await progress.record({ line, hash, jobId });
      return { line, hash, jobId };
    } catch (error) {
      // The command may append more.
      if (error instanceof DomainError) return { stopped: `Line ${line}: ${error.message.replace(/\.$/, '')}` };
      throw error;
    }
  }

  /** By line; also those that were started and not recorded before the command ended. */
  private async startedBefore(
    list: readonly ListLine[],
    tenantId: string,
    progress: ListProgress,
  ): Promise<ReadonlyMap<number, StartedLine>> {
    if (!progress.isResumed) return new Map();
    const known = new Map(progress.started);
    const open = list
      .filter(({ number }) => !known.has(number))
      .map(({ number, text }) => ({ line: number, hash: lineHash(text) }));
    const keys = open.map(({ line, hash }) => keyOf(progress.batch, line, hash));
    const found = await this.enqueued.startedUnder(tenantId, keys);
    for (const [index, { line, hash }] of open.entries()) {
      const jobId = found.get(keys[index] ?? '');
      if (jobId === undefined) continue;
      known.set(line, { line, hash, jobId });
      await progress.record({ line, hash, jobId });
    }
    return known;
  }
}

function keyOf(batch: string, line: number, hash: string): string {
  return `${batch} ${line} ${hash}`;
}

/** Lines that have no run yet may be mended, and others added behind them. */
function assertUnchanged(lines: readonly ListLine[], { started }: ListProgress): void {
  for (const { line, hash } of started.values()) {
    const text = lines[line - 1]?.text;
    if (text !== undefined && lineHash(text) === hash) continue;
    throw new CommandError(
      `Line ${line} is not what it was when its run was started; put it back, or give the list another name to start all of it`,
    );
  }
}
