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

/** A list of companies for which runs are to be started. `team` and `clientEmail` apply to lines that do not name their own. */
export interface ListOrder extends UsualRequest {
  readonly tenantId: string;
  /** The text of the list. Each line is the profile page of a company or a JSON object, as {@link readRunLine} reads them. */
  readonly content: string;
  /** The path of the list; `-` for standard input. If a list with the same path is started again, it counts as the same list. */
  readonly path: string;
  /** Whether to start a new run for every line, even for lines whose run was started earlier. */
  readonly isAnew: boolean;
}

export interface ListOptions {
  /** When this signal aborts, no further run is started. */
  readonly signal: AbortSignal;
  /** Called with the number of a line whose run cannot be started, and with the reason. */
  readonly onRefused: (line: number, reason: string) => void;
  /** Called with the number of each line when the work on this line is done. */
  readonly onLine: (done: number) => void;
}

interface ListedRun {
  readonly line: number;
  readonly jobId: number;
  /** Whether this command has started the run; false if an earlier command has started it. */
  readonly isNew: boolean;
}

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
  /** Whether the command can be repeated, without `--again`, to start the runs that are still missing. */
  readonly isRepeatable: boolean;
}

/** The result of one line: its run, the reason why its run cannot be started, or the reason why the command stops at this line. */
type LineResult = ListedRun | { readonly reason: string } | { readonly stopped: string };

/** Starts the runs of a list: one run for each line. */
@Injectable()
export class RunListService {
  constructor(
    private readonly enqueuing: EnqueueService,
    private readonly startedLines: StartedLinesService,
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Starts a run for each line that has no run yet. The command can be interrupted and repeated any number of times: no line gets a
   * second run, unless `isAnew` is true or the list comes from standard input.
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
   * Prepares the start of a list. `lines` are the lines that ask for a run. `before` has the runs that were started earlier, by
   * line number. `keyOf` returns the idempotency key for the run of a line, or null if the list comes from standard input.
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

  /**
   * Checks that the earlier run of a line was started with the same team and e-mail address. Otherwise an operator who forgets an
   * option would start the rest of the list for a different team.
   */
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
      // The full stop at the end is removed, because the command may continue this text.
      if (error instanceof DomainError) return { stopped: `Line ${line}: ${error.message.replace(/\.$/, '')}` };
      throw error;
    }
  }
}
