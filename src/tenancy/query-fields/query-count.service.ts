import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import { singleLine } from '../../platform/errors/command-error.js';
import type { JobQueue } from '../../platform/queue/job-queue.js';
import type { Companies, CompanyRange, Count, CountedField, CountSession } from './count-session.sql.js';
import { QueryCountRepository } from './query-count.repository.js';
import { compileStoredQuery, PersonFacts, type PersonQuery, type StoredQuery } from './query-evaluator.js';

/** Counts matching employees by company, for several fields at once. */
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

  /** The counts above 0. */
  *counts(): Generator<Count> {
    for (const [companyId, numbers] of this.byCompany) {
      for (const [index, { id }] of this.fields.entries()) {
        const employees = numbers[index] ?? 0;
        if (employees > 0) yield [companyId, id, employees];
      }
    }
  }
}

/** The queue of maintenance jobs. */
export const upkeepQueue = 'upkeep';
const countJob = 'refresh-query-counts';

/** The time limit of a job; the next job counts the rest. */
export const countTimeLimitMs = 60 * 60_000;

/** The progress of a count. */
export interface CountProgress {
  /** Employees compared so far. */
  readonly employees: number;
  /** The estimated number of employees to compare; null if unknown. */
  readonly total: number | null;
  /** The duration so far. */
  readonly seconds: number;
}

export interface CountOptions {
  /** Aborts the count within about a second; the rest stays due. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CountProgress) => void) | undefined;
}

/** Rows of a transaction: few enough that others wait briefly for its locks, many enough to amortise the commit. */
const companiesPerTransaction = 1_000;
const employeesPerTransaction = 20_000;

type CompiledField = CountedField & StoredQuery;

/**
 * Maintains the counts of query fields. The database stores the due companies and the uncounted fields, and removes them in the
 * transaction that stores the new counts: several processes may count, and a killed one loses no work item.
 */
@Injectable()
export class QueryCountService {
  private readonly logger = new Logger(QueryCountService.name);

  constructor(
    private readonly counts: QueryCountRepository,
    @InjectQueue(upkeepQueue) private readonly jobs: JobQueue,
  ) {}

  /** Counts all due companies, and the uncounted fields that no other process has claimed. */
  async refresh(options: CountOptions = {}): Promise<void> {
    if (!(await this.counts.isWorkDue())) return;
    const run = new CountRun(options, null);
    await this.inSession(async (session) => {
      while (await this.countDueCompanies(session, run));
      // Companies that other sessions have taken are counted, or due again after a rollback.
      await session.waitForOthers();
      while (await this.countDueCompanies(session, run));
      const uncounted = await session.uncounted(null);
      const claimed = await session.claim(uncounted.map(({ id }) => id));
      await this.countFields(session, claimed, run);
    });
  }

  /** As `refresh`, for commands that end when the counts are done. It adds a job first, so that workers count if this process is killed. */
  async refreshNow(options: CountOptions = {}): Promise<void> {
    await this.addJob();
    await this.refresh(options);
  }

  /** Counts an uncounted field, after a process that has claimed it. */
  async countField(fieldId: number, options: CountOptions = {}): Promise<void> {
    await this.addJob();
    await this.inSession(async (session) => {
      const run = new CountRun(options, await session.estimatePersons());
      await session.waitAndClaim(fieldId);
      await this.countFields(session, [fieldId], run);
    });
  }

  /** Counts due companies, for all fields. @returns whether there may be more */
  private async countDueCompanies(session: CountSession, run: CountRun): Promise<boolean> {
    return session.transaction('companies', async () => {
      run.throwIfAborted();
      const ids = await session.takeDue(companiesPerTransaction);
      if (ids.length > 0) await this.count(session, { ids }, this.compile(await session.allFields()), run);
      return ids.length > 0;
    });
  }

  /** Counts fields for all companies, in ranges; a field that changes meanwhile is skipped, because its change starts a new count. */
  private async countFields(session: CountSession, fieldIds: readonly number[], run: CountRun): Promise<void> {
    let fields = fieldIds.length === 0 ? [] : this.compile(await session.uncounted(fieldIds));
    let after: string | null = null;
    while (fields.length > 0) {
      const range: CompanyRange = { after, upTo: await session.endOfRange(after, employeesPerTransaction) };
      const valid = await this.countRange(session, range, fields, run);
      // The command that changed a field waits for its claim.
      await session.release(fields.filter((field) => !valid.includes(field)).map(({ id }) => id));
      fields = valid;
      if (range.upTo === null) break;
      after = range.upTo;
    }
    if (fields.length === 0) return;
    await session.markCounted(fields);
    await session.analyze();
  }

  /** @returns the fields with unchanged definitions. */
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
    const needs = { skills: fields.some(({ needsSkills }) => needsSkills) };
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
      const query = compileStoredQuery(field.definition);
      if (query === null) this.logger.warn(`The definition of query field ${field.id} cannot be read`);
      return query === null ? [] : [{ ...field, ...query }];
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
      this.logger.warn(`The counting job could not be added: ${singleLine(error)}`);
    });
  }
}

/** The abort signal and the progress of one call. */
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
