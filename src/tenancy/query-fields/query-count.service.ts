import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import { singleLine } from '../../platform/errors/command-error.js';
import type { JobQueue } from '../../platform/queue/job-queue.js';
import type { Companies, CompanyRange, Count, CountedField, CountSession } from './count-session.sql.js';
import { QueryFieldSql } from './query-field.sql.js';
import { QueryCountRepository } from './query-count.repository.js';
import {
  compileStoredQuery,
  needsOfAll,
  PersonFacts,
  type PersonQuery,
  type StoredQuery,
} from '../../queries/query-evaluator.js';

/** Counts, for several fields at once, how many employees of each company match. */
export class CountTally {
  private readonly byCompany = new Map<string, number[]>();

  constructor(private readonly fields: readonly { readonly id: number; readonly matches: PersonQuery }[]) {}

  add(companyId: string, person: PersonFacts): void {
    let numbers = this.byCompany.get(companyId);
    for (const [index, { matches }] of this.fields.entries()) {
      if (!matches(person)) continue;
      if (numbers === undefined) {
        numbers = this.fields.map(() => 0);
        this.byCompany.set(companyId, numbers);
      }
      numbers[index] = (numbers[index] ?? 0) + 1;
    }
  }

  /** Returns the counts, without those that are 0. */
  *counts(): Generator<Count> {
    for (const [companyId, numbers] of this.byCompany) {
      for (const [index, { id }] of this.fields.entries()) {
        const employees = numbers[index] ?? 0;
        if (employees > 0) yield [companyId, id, employees];
      }
    }
  }
}

export const upkeepQueue = 'upkeep';
const countJob = 'refresh-query-counts';

/** The time limit of a job, in milliseconds. What is not counted then is counted by the next job. */
export const countTimeLimitMs = 60 * 60_000;

export interface CountProgress {
  /** The number of employees that have been compared so far. */
  readonly employees: number;
  /** The estimated number of employees to compare; null if unknown. */
  readonly total: number | null;
  readonly seconds: number;
}

export interface CountOptions {
  /** Aborts the count within about a second. What is not counted stays due. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CountProgress) => void) | undefined;
}

/**
 * The number of companies in a transaction. It is small, so that other transactions wait only briefly for its locks, and
 * large enough that commits take little of the time.
 */
const companiesPerTransaction = 1_000;
const employeesPerTransaction = 20_000;

type CompiledField = CountedField & Pick<StoredQuery, 'matches' | 'needs'>;

/**
 * Keeps the counts of query fields up to date. The database stores which companies are due and which fields are uncounted. The
 * transaction that stores the counts of a company also removes the mark that the company is due. So several processes may count, and if
 * one is killed, another process does the rest.
 */
@Injectable()
export class QueryCountService {
  private readonly logger = new Logger(QueryCountService.name);

  constructor(
    private readonly counts: QueryCountRepository,
    private readonly fields: QueryFieldSql,
    @InjectQueue(upkeepQueue) private readonly jobs: JobQueue,
  ) {}

  /** Counts all due companies, and the uncounted fields that no other process has claimed. */
  async refresh(options: CountOptions = {}): Promise<void> {
    await this.fields.renewOldCounts();
    if (!(await this.counts.isWorkDue())) return;
    const run = new CountRun(options, null);
    await this.inSession(async (session) => {
      while (await this.countDueCompanies(session, run));
      // When the other sessions have ended, the companies that they had taken are either counted or, after a rollback, due again.
      await session.waitForOthers();
      while (await this.countDueCompanies(session, run));
      const uncounted = await session.uncounted(null);
      const claimed = await session.claim(uncounted.map(({ id }) => id));
      await this.countFields(session, claimed, run);
    });
  }

  /** Does what `refresh` does, for commands. It adds a job first, so that workers do the rest if the command is killed. */
  async refreshNow(): Promise<void> {
    await this.addJob();
    await this.refresh();
  }

  /** Counts a field, unless it is counted already. If another process is counting it, this waits for that process. */
  async countField(fieldId: number, options: CountOptions): Promise<void> {
    await this.addJob();
    await this.inSession(async (session) => {
      const run = new CountRun(options, await session.estimatePersons());
      await session.waitAndClaim(fieldId);
      await this.countFields(session, [fieldId], run);
    });
  }

  /**
   * Counts some of the due companies, for all fields.
   * @returns whether more companies may be due
   */
  private async countDueCompanies(session: CountSession, run: CountRun): Promise<boolean> {
    return session.transaction('companies', async () => {
      run.throwIfAborted();
      const ids = await session.takeDue(companiesPerTransaction);
      if (ids.length > 0) await this.count(session, { ids }, this.compile(await session.allFields()), run);
      return ids.length > 0;
    });
  }

  /**
   * Counts fields for all companies, one range of companies after the other. A field that is changed meanwhile is given up, because
   * the change starts a new count.
   */
  private async countFields(session: CountSession, fieldIds: readonly number[], run: CountRun): Promise<void> {
    let fields = fieldIds.length === 0 ? [] : this.compile(await session.uncounted(fieldIds));
    let after: string | null = null;
    while (fields.length > 0) {
      const range: CompanyRange = { after, upTo: await session.endOfRange(after, employeesPerTransaction) };
      const valid = await this.countRange(session, range, fields, run);
      // The claims of changed fields are released, because the command that changed a field waits for the claim.
      await session.release(fields.filter((field) => !valid.includes(field)).map(({ id }) => id));
      fields = valid;
      if (range.upTo === null) break;
      after = range.upTo;
    }
    if (fields.length === 0) return;
    await session.markCounted(fields);
    await session.analyze();
  }

  /**
   * Counts the fields for a range of companies.
   * @returns those fields whose definition has not changed; only these were counted
   */
  private async countRange(
    session: CountSession,
    range: CompanyRange,
    fields: readonly CompiledField[],
    run: CountRun,
  ): Promise<CompiledField[]> {
    return session.transaction('fields', async () => {
      run.throwIfAborted();
      const unchanged = new Set(await session.unchanged(fields));
      const valid = fields.filter(({ id }) => unchanged.has(id));
      await this.count(session, range, valid, run);
      return valid;
    });
  }

  private async count(
    session: CountSession,
    companies: Companies,
    fields: readonly CompiledField[],
    run: CountRun,
  ): Promise<void> {
    if (fields.length === 0) return;
    const tally = new CountTally(fields);
    const needs = needsOfAll(fields);
    for await (const page of session.employees(companies, needs)) {
      for (const [companyId, facts] of page) tally.add(companyId, new PersonFacts(facts));
      run.report(page.length);
      run.throwIfAborted();
    }
    const ids = fields.map(({ id }) => id);
    await session.replace(companies, ids, [...tally.counts()]);
  }

  private compile(fields: readonly CountedField[]): CompiledField[] {
    return fields.flatMap((field) => {
      const query = compileStoredQuery(field.definition, { tenantId: field.tenantId });
      if (query === null)
        this.logger.warn(`The definition of query field ${field.id} cannot be read; store it again with query set`);
      return query === null ? [] : [{ ...field, matches: query.matches, needs: query.needs }];
    });
  }

  private async inSession(work: (session: CountSession) => Promise<void>): Promise<void> {
    const session = await this.counts.openSession();
    try {
      await work(session);
    } finally {
      await session.close();
    }
  }

  /** Adds a counting job. If that fails, the timer of a worker counts within a minute. */
  private async addJob(): Promise<void> {
    await this.jobs.add(countJob, {}).catch((error: unknown) => {
      this.logger.warn(`The counting job could not be added, so a worker counts within a minute: ${singleLine(error)}`);
    });
  }
}

/** The abort signal and the progress of one call of the service. */
class CountRun {
  private readonly startedAt = performance.now();
  private employees = 0;

  constructor(
    private readonly options: CountOptions,
    private readonly total: number | null,
  ) {}

  throwIfAborted(): void {
    this.options.signal?.throwIfAborted();
  }

  report(employees: number): void {
    this.employees += employees;
    const seconds = (performance.now() - this.startedAt) / 1_000;
    this.options.onProgress?.({ employees: this.employees, total: this.total, seconds });
  }
}
