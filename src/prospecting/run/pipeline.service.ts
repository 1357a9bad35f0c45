import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
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

/** Measures how long the stages of a run take; a stage that is entered again adds to its time. */
class StageClock<Stage extends string> {
  private readonly begun = performance.now();
  private readonly spent = new Map<Stage, number>();

  /** @param stages in the order of the metadata */
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

  /** Whole milliseconds by stage, and of everything since the clock was made. */
  read(): Readonly<Record<string, number>> {
    const stages = [...this.spent].map(([stage, spent]) => [stage, Math.round(spent)] as const);
    return Object.fromEntries([...stages, ['total', Math.round(performance.now() - this.begun)]]);
  }
}

/** Incremented when the same data gives other prospects, or another order. */
const pipelineVersion = '1.0.0';
/** The version of the served prospect and its keys. */
const schemaVersion = '1.0';

const stages = ['loading', 'reading', 'ranking', 'reasoning'] as const;
type Clock = StageClock<(typeof stages)[number]>;

/** Employees, and the technologies of their former employers. */
interface CandidatePage {
  readonly candidates: readonly Candidate[];
  readonly employers: EmployerTechnologies;
}

/** The best employees of a company. */
interface Selection {
  readonly best: readonly AssessedProspect[];
  /** Current employees of the company. */
  readonly employees: number;
  /** Those of them whom the team looks for. */
  readonly considered: number;
}

/** A search for the best employees of a company. */
interface Search {
  readonly scope: RunScope;
  readonly assessment: Assessment;
  readonly top: TopProspects<AssessedProspect>;
  readonly counts: { employees: number; considered: number };
}

/** Small enough that ranking them takes some milliseconds. */
const careersAtOnce = 200;

/** Does the work of a run: finds, ranks and explains the prospects at a company. */
@Injectable()
export class PipelineService {
  constructor(
    private readonly scopes: RunScopeService,
    private readonly employees: EmployeeReader,
    private readonly technologies: EmployerTechnologyReader,
    private readonly reasoning: ReasoningService,
  ) {}

  /**
   * The best prospects of a company in their order; nothing is stored. A company without a candidate for the team is a
   * success without prospects.
   * @throws the signal's reason when it aborts, and errors of the database
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
    const { reasonings, counts } = await clock.time('reasoning', () => this.reasoning.writeAll(facts, signal));
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

  /** Scores the employees page by page and keeps only those who may be among the best. */
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
          // A candidate who is not among the best with the best possible introduction is not with any other.
          if (contender !== null && top.takes(contender)) top.add(contender.introduced());
        }
      });
    }
  }

  /** Counts all employees, and reads the careers only of those who may be among the best, because careers take most of the time. */
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

/** The same pages; the next one is read ahead. */
async function* readingAhead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  let coming = pages.next();
  for (;;) {
    const page = await coming;
    if (page.done === true) return;
    coming = pages.next();
    // When the consumer stops early this promise is not awaited, and its rejection would end the process.
    coming.catch(() => undefined);
    // The consumer blocks the event loop: before, the next page is asked for, requests run, and the lease is renewed.
    await nextTurn();
    yield page.value;
  }
}

function servedAs(
  prospect: AssessedProspect,
  reasoning: Reasoning | undefined,
  { company, team }: RunScope,
): RankedProspect {
  if (reasoning === undefined) throw new Error('a prospect was left without reasoning');
  const document = layOutProspect(prospect, { company, team, reasoning: formatReasoning(reasoning) });
  const { technical, buyer, receptive, warmIntro } = prospect.scores;
  const scores = { technical, buyer, receptive, warm_intro: warmIntro };
  return { personId: prospect.candidate.id, document, scores };
}
