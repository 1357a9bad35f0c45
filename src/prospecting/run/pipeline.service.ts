import { Injectable } from '@nestjs/common';
import { nextTurn } from '../../platform/async/turns.js';
import { type AssessedProspect, Assessment, type RunScope } from '../assessment/assessment.js';
import type { Candidate, EmployerTechnologies } from '../assessment/facts/candidate.js';
import { KnownEmployers } from '../assessment/career/employer.js';
import { layOutProspect } from '../assessment/prospect.js';
import { byRank, TopProspects } from '../assessment/ranking.js';
import { reasoningFactsOf } from '../assessment/reasoning-facts.js';
import { ReasoningService } from '../reasoning/reasoning.service.js';
import { formatReasoning, type Reasoning } from '../reasoning/reasoning.js';
import { EmployerTechnologyReader } from '../records/client-employee.reader.js';
import { EmployeeReader } from '../records/employee.reader.js';
import { failureReasons, type RankedProspect, type RunOrder, type RunResult } from './run-result.js';
import { RunScopeService } from './run-scope.service.js';

/** Measures how much time a run spends in each stage. If a stage is entered several times, these times are added up. */
class StageClock<Stage extends string> {
  /** The value of `performance.now()` when the clock was made. */
  readonly begunAt = performance.now();
  private readonly spent = new Map<Stage, number>();

  /**
   * Makes a clock and starts its total time.
   * @param stages the stages, in the order in which {@link read} returns them; a stage that is never entered has 0 milliseconds
   */
  constructor(stages: readonly Stage[]) {
    for (const stage of stages) this.spent.set(stage, 0);
  }

  async time<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.spent.set(stage, (this.spent.get(stage) ?? 0) + performance.now() - start);
    }
  }

  /** The time of each stage, in whole milliseconds; `total` is the time since the clock was created. */
  read(): Readonly<Record<string, number>> {
    const stages = [...this.spent].map(([stage, spent]) => [stage, Math.round(spent)] as const);
    return Object.fromEntries([...stages, ['total', Math.round(performance.now() - this.begunAt)]]);
  }
}

/**
 * The version of the selection and ranking. Raise it when a change of the code selects other prospects from the same data, or ranks
 * them differently.
 */
const pipelineVersion = '1.0.0';
/** The version of the form of a prospect in answers. Raise it when its keys, or what they mean, change. */
const schemaVersion = '1.0';

const stages = ['loading', 'reading', 'ranking', 'reasoning'] as const;
type Clock = StageClock<(typeof stages)[number]>;

/** A page of employees with their careers, and the technologies that their employers use. */
interface CandidatePage {
  readonly candidates: readonly Candidate[];
  readonly employers: EmployerTechnologies;
}

/** The best employees of a company. */
interface Selection {
  readonly best: readonly AssessedProspect[];
  /** The number of current employees of the company. */
  readonly employees: number;
  /** The number of these employees who pass the filter of the team. */
  readonly considered: number;
}

/** A search for the best employees of a company. */
interface Search {
  readonly scope: RunScope;
  readonly assessment: Assessment;
  readonly top: TopProspects<AssessedProspect>;
  readonly counts: { employees: number; considered: number };
}

/** The number of careers that are read and ranked at a time. Ranking this many blocks the event loop for only some milliseconds. */
const careersAtOnce = 200;

/** Finds the prospects at the company of a run, ranks them, and adds the reasoning. */
@Injectable()
export class PipelineService {
  constructor(
    private readonly scopes: RunScopeService,
    private readonly employees: EmployeeReader,
    private readonly technologies: EmployerTechnologyReader,
    private readonly reasoning: ReasoningService,
  ) {}

  /**
   * Returns the best prospects of a company, the best first, and stores nothing. If the company has employees but none
   * passes the filter of the team, the run succeeds with an empty list.
   * @throws the signal's reason when the signal aborts, and errors of the database
   */
  async run(order: RunOrder, signal: AbortSignal): Promise<RunResult> {
    signal.throwIfAborted();
    const clock: Clock = new StageClock(stages);
    const today = new Date().toISOString().slice(0, 10);
    const found = await clock.time('loading', () => this.scopes.find(order, today, signal));
    if ('failure' in found) return { outcome: 'failed', reason: found.failure };
    const { scope, schemaSource } = found;
    const selection = await this.select(scope, clock, signal);
    if (selection.employees === 0) return { outcome: 'failed', reason: failureReasons.noEmployees };
    const facts = selection.best.map((prospect) => reasoningFactsOf(prospect, scope.company, scope.team));
    const { reasonings, counts } = await clock.time('reasoning', () =>
      this.reasoning.writeAll(facts, clock.begunAt, signal),
    );
    const prospects = selection.best.map((prospect, index) => servedAs(prospect, reasonings[index], scope));
    const metadata = {
      pipeline_version: pipelineVersion,
      schema_version: schemaVersion,
      team_schema: schemaSource,
      candidates: { employees: selection.employees, considered: selection.considered, ranked: prospects.length },
      client_employees: scope.clientEmployees.length,
      reasoning: counts,
      timings_ms: clock.read(),
    };
    return { outcome: 'success', prospects, metadata };
  }

  /** Scores the employees page by page, and keeps the best. */
  private async select(scope: RunScope, clock: Clock, signal: AbortSignal): Promise<Selection> {
    const assessment = new Assessment(scope);
    const top = new TopProspects<AssessedProspect>(scope.team.maxResults);
    const counts = { employees: 0, considered: 0 };
    const pages = readingAhead(this.candidatesOf({ scope, assessment, top, counts }, signal));
    for (;;) {
      const page = await clock.time('reading', () => pages.next());
      signal.throwIfAborted();
      if (page.done === true) return { best: top.ranked(), ...counts };
      const { candidates, employers } = page.value;
      await clock.time('ranking', () => {
        for (const candidate of candidates) {
          const contender = assessment.assess(candidate, employers);
          // The scores of a contender are an upper bound, because the introduction is not known yet. If even these are too low to
          // be among the best, the slow search for the introduction is skipped.
          if (contender !== null && top.takes(contender)) top.add(contender.introduced());
        }
      });
    }
  }

  /**
   * Yields the employees who may be among the best, with their careers, and counts all employees. Reading careers takes most of the
   * time, so the careers of other employees are not read.
   */
  private async *candidatesOf(search: Search, signal: AbortSignal): AsyncGenerator<CandidatePage> {
    const { scope, assessment, top, counts } = search;
    const employers = new KnownEmployers(
      (ids) => this.technologies.technologiesOf(ids, signal),
      scope.team.technologies.client,
    );
    for await (const employees of readingAhead(this.employees.employeesOf(scope.company.id, scope.today, signal))) {
      const shortlisted = employees
        .map((employee) => assessment.shortlist(employee))
        .filter((employee) => employee !== null)
        .sort(byRank);
      counts.employees += employees.length;
      counts.considered += shortlisted.length;
      for (let start = 0; start < shortlisted.length; start += careersAtOnce) {
        const within = shortlisted.slice(start, start + careersAtOnce).filter((employee) => top.takes(employee));
        if (within.length === 0) break;
        const candidates = await this.employees.candidatesAmong(
          within.map(({ employee }) => employee),
          signal,
        );
        yield { candidates, employers: await employers.of(candidates) };
      }
    }
  }
}

/** Yields the pages unchanged. While the consumer works on one page, it already reads the next one. */
async function* readingAhead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  let coming = pages.next();
  for (;;) {
    const page = await coming;
    if (page.done === true) return;
    coming = pages.next();
    // If the consumer stops early, no code awaits this promise, and its rejection would end the process without this handler.
    coming.catch(() => undefined);
    // The consumer will block the event loop while it works on the page. This turn of the event loop lets the query for the next
    // page be sent, other requests be answered, and the lease be renewed.
    await nextTurn();
    yield page.value;
  }
}

function servedAs(
  prospect: AssessedProspect,
  reasoning: Reasoning | undefined,
  { company, team }: RunScope,
): RankedProspect {
  if (reasoning === undefined)
    throw new Error('a prospect has no reasoning, because the writers returned fewer texts than they got facts');
  const document = layOutProspect(prospect, { company, team, reasoning: formatReasoning(reasoning) });
  const { technical, buyer, receptive, warmIntro } = prospect.scores;
  const scores = { technical, buyer, receptive, warm_intro: warmIntro };
  return { personId: prospect.candidate.id, document, scores };
}
