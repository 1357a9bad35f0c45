import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { EnqueueService } from './enqueue.service.js';
import type { KeyedRun } from './enqueued-run.repository.js';
import {
  isPassedOver,
  keyPrefix,
  lineKey,
  linesOf,
  type ListLine,
  readRunLine,
  type UsualRequest,
} from './run-list.js';
import { StartedLinesService } from './started-lines.service.js';

/** The owner of a list, and the defaults of its lines. */
export interface ListOrder extends UsualRequest {
  readonly tenantId: string;
  /** A company's page or a JSON object on each line, see {@link readRunLine}. */
  readonly content: string;
  /** The path of the list, which names it; `-` for standard input. */
  readonly path: string;
  /** Starts each line once more, also those that were started before. */
  readonly isAnew: boolean;
}

export interface ListOptions {
  /** When it aborts, no further run is started. */
  readonly signal: AbortSignal;
  readonly onRefused: (line: number, reason: string) => void;
  readonly onLine: (done: number) => void;
}

interface ListedRun {
  readonly line: number;
  readonly jobId: number;
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
  /** Whether the same command, without the option to start anew, starts the rest. */
  readonly isRepeatable: boolean;
}

/** What became of a line. */
type LineResult = ListedRun | { readonly reason: string } | { readonly stopped: string };

/** Starts the runs of whole lists. */
@Injectable()
export class RunListService {
  constructor(
    private readonly enqueuing: EnqueueService,
    private readonly startedLines: StartedLinesService,
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Starts a run for each line of a list that has none yet. However often that is interrupted and repeated, no line gets a second
   * one, unless the list is started anew.
   * @throws CommandError when there is no such tenant or team, or the runs from before had other options
   */
  async start(order: ListOrder, { signal, onRefused, onLine }: ListOptions): Promise<ListOutcome> {
    await this.tenants.served(order.tenantId);
    await this.enqueuing.assertTeam(order.tenantId, order.team);
    const { keyOf, before, lines: asked } = await this.open(order);
    const runs: ListedRun[] = [];
    let [lines, refused, notStarted] = [0, 0, 0];
    let stopped: string | null = null;
    for (const line of asked) {
      lines += 1;
      const known = before.get(line.number);
      if (known === undefined && stopped !== null) {
        notStarted += 1;
        continue;
      }
      const result = known ?? (await this.startLine(line, order, keyOf(line), signal));
      if ('stopped' in result) {
        stopped = result.stopped;
        notStarted += 1;
        continue;
      }
      if ('reason' in result) {
        refused += 1;
        onRefused(line.number, result.reason);
      } else {
        runs.push(result);
      }
      onLine(line.number);
    }
    return { lines, refused, notStarted, runs, stopped, isRepeatable: keyPrefix(order.path) !== null };
  }

  /** The lines that ask for a run, those that have one already, and the keys of the others. */
  private async open(order: ListOrder) {
    const { tenantId, path, content, isAnew } = order;
    const all = linesOf(content);
    const started = await this.startedLines.of(tenantId, path, all);
    const lines = all.filter(({ text }) => !isPassedOver(text));
    const prefix = keyPrefix(path);
    const round = isAnew ? started.round + 1 : Math.max(1, started.round);
    const keyOf = (line: ListLine): string | null => (prefix === null ? null : lineKey(prefix, round, line));
    const before = new Map<number, ListedRun>();
    for (const line of isAnew ? [] : lines) {
      const run = started.runs.get(line.number);
      if (run === undefined) continue;
      this.assertSameOptions(line, run, order);
      before.set(line.number, { line: line.number, jobId: run.jobId, isNew: false });
    }
    return { lines, before, keyOf };
  }

  /** A forgotten option would otherwise start the rest of the list for another team. */
  private assertSameOptions(line: ListLine, run: KeyedRun, usual: UsualRequest): void {
    const read = readRunLine(line.text, usual, this.config.networkHosts);
    if (read === null || 'reason' in read) return;
    const { team, clientEmail } = read.request;
    if (run.team === team && run.clientEmail === clientEmail) return;
    throw new CommandError(
      `The run of line ${line.number} was started with other options; repeat those, give the list another name, or start all of it anew with --again`,
    );
  }

  private async startLine(
    { number: line, text }: ListLine,
    order: ListOrder,
    key: string | null,
    signal: AbortSignal,
  ): Promise<LineResult> {
    if (signal.aborted) return { stopped: 'Interrupted' };
    const read = await this.enqueuing.read(order.tenantId, text, order);
    if (read === null || 'reason' in read) return { reason: read?.reason ?? 'the line asks for nothing' };
    try {
      return { line, jobId: await this.enqueuing.start(order.tenantId, read.request, key), isNew: true };
    } catch (error) {
      // The command may append more.
      if (error instanceof DomainError) return { stopped: `Line ${line}: ${error.message.replace(/\.$/, '')}` };
      throw error;
    }
  }
}
