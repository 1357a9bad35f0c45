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

/** A list whose runs are to be started for a tenant, with the team and the e-mail address for lines that name none. */
export interface ListOrder extends UsualRequest {
  readonly tenantId: string;
  /** The text of the list: on each line the profile page of a company or a JSON object, as {@link readRunLine} reads them. */
  readonly content: string;
  /** The path of the list, by which the list is recognised when it is started again; `-` for standard input. */
  readonly path: string;
  /** Whether to start a run for every line, even if one was started for the line before. */
  readonly isAnew: boolean;
}

export interface ListOptions {
  /** When this signal aborts, no further run is started. */
  readonly signal: AbortSignal;
  /** Called with the number of a line whose run cannot be started, and the reason. */
  readonly onRefused: (line: number, reason: string) => void;
  /** Called with the number of each line that has been dealt with. */
  readonly onLine: (done: number) => void;
}

interface ListedRun {
  readonly line: number;
  readonly jobId: number;
  /** Whether this command has started the run; false if an earlier command has. */
  readonly isNew: boolean;
}

/** What has been done with a list. */
export interface ListOutcome {
  /** The number of lines that are neither empty nor comments. */
  readonly lines: number;
  /** The number of lines whose run cannot be started. */
  readonly refused: number;
  /** The number of lines that have no run, because the command stopped before them. */
  readonly notStarted: number;
  /** The runs in the order of their lines. */
  readonly runs: readonly ListedRun[];
  /** The reason why the command stopped before the end of the list; null when it reached the end. */
  readonly stopped: string | null;
  /** Whether repeating the command, without `--again`, starts the remaining runs. */
  readonly isRepeatable: boolean;
}

/** A line's run, the reason why it cannot be started, or the reason why the command stops at this line. */
type LineResult = ListedRun | { readonly reason: string } | { readonly stopped: string };

/** Starts the runs of a list, one for each of its lines. */
@Injectable()
export class RunListService {
  constructor(
    private readonly enqueuing: EnqueueService,
    private readonly startedLines: StartedLinesService,
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Starts a run for each line of a list that has no run yet. It can be interrupted and repeated any number of times: no line
   * gets a second run, unless the list is started anew on purpose.
   * @throws CommandError when there is no such tenant or team, or earlier runs of the list were started with a different team or
   *   e-mail address
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

  /**
   * Reads which lines ask for a run (`lines`), which runs were started earlier by the number of their line (`before`), and the
   * idempotency key for the run of a line (`keyOf`), which is null for standard input.
   */
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

  /** Without this check, an operator who forgets an option would start the rest of the list for a different team. */
  private assertSameOptions(line: ListLine, run: KeyedRun, usual: UsualRequest): void {
    const read = readRunLine(line.text, usual, this.config.networkHosts);
    if (read === null || 'reason' in read) return;
    const { team, clientEmail } = read.request;
    if (run.team === team && run.clientEmail === clientEmail) return;
    throw new CommandError(
      `The run of line ${line.number} was started with other options; repeat them, give the list another name, or start all of its runs anew with --again`,
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
    if (read === null || 'reason' in read) return { reason: read?.reason ?? 'the line is empty' };
    try {
      return { line, jobId: await this.enqueuing.start(order.tenantId, read.request, key), isNew: true };
    } catch (error) {
      // The full stop at the end is left out, because the command may add a clause to this text.
      if (error instanceof DomainError) return { stopped: `Line ${line}: ${error.message.replace(/\.$/, '')}` };
      throw error;
    }
  }
}
