import type { Judged } from '../confidence.js';
import { markdown } from '../scores.js';
import type { ColleagueData } from './colleague-cases.js';
import type { SpellingOutcome, TitleOutcome } from './labelled-cases.js';
import { ndjson } from '../../../../test/support/records/ndjson.js';

export interface LabelledOutcomes {
  readonly companies: readonly SpellingOutcome[];
  readonly persons: readonly SpellingOutcome[];
  readonly titles: readonly TitleOutcome[];
}

/** A Markdown table of the spellings by kind and set, and the share of titles with a persona that fits. */
export function labelledReport({ companies, persons, titles }: LabelledOutcomes): string {
  const rows = [...rowsOf('companies', companies), ...rowsOf('persons', persons)];
  const right = titles.filter(isRight).length;
  const heads = ['Set', 'Cases', 'Same', 'Right', 'False matches', 'Precision', 'Recall', 'a stored', 'b stored'];
  return `${markdown(heads, rows)}

Titles: ${right} of ${titles.length} right, ${share(right, titles.length)}.
`;
}

/** A Markdown table of the names that were requested among similar names, by set. */
export function colleagueReport({ members, alone, companies }: ColleagueData, judged: readonly Judged[]): string {
  const cases = [...members, ...alone, ...companies.filter(({ a }) => a !== null)];
  const rows = [...new Set(cases.map(({ set }) => set))].map((set) => {
    const all = cases.filter((each) => each.set === set).length;
    const matches = judged.filter((each) => each.set === set);
    const right = matches.filter(({ isRight }) => isRight).length;
    return [set, ...[all, right, matches.length - right].map(String), share(right, matches.length), share(right, all)];
  });
  return `\n${markdown(['Set among similar names', 'Cases', 'Right', 'Wrong', 'Precision', 'Recall'], rows)}\n`;
}

/** The pairs that were missed or matched wrongly, and the titles without a persona that fits. Each is a line with a JSON object. */
export function labelledFailures({ companies, persons, titles }: LabelledOutcomes): string {
  const failures = [
    ...faultsOf('company', companies),
    ...faultsOf('person', persons),
    ...titles.filter((title) => !isRight(title)).map((title) => ({ fault: 'wrong personas', ...title })),
  ];
  return ndjson(failures);
}

function faultsOf(kind: string, outcomes: readonly SpellingOutcome[]): object[] {
  return outcomes
    .filter(({ isMatched, same }) => isMatched !== same)
    .map(({ stored, asked, same, set }) => ({ fault: same ? 'missed' : 'false match', kind, set, stored, asked }));
}

/** The rows of the table, one for each collection. The last two columns are the recall if the first or the second spelling is stored. */
function rowsOf(kind: string, outcomes: readonly SpellingOutcome[]): string[][] {
  return [...new Set(outcomes.map(({ set }) => set))].map((set) => {
    const cases = outcomes.filter((each) => each.set === set);
    const same = cases.filter((each) => each.same);
    const found = same.filter(({ isMatched }) => isMatched);
    const falseMatches = cases.filter((each) => !each.same && each.isMatched).length;
    const recallOf = (direction: SpellingOutcome['direction']): string => {
      const all = same.filter((each) => each.direction === direction);
      return share(all.filter(({ isMatched }) => isMatched).length, all.length);
    };
    return [
      `${kind}, ${set}`,
      ...[cases.length, same.length, found.length, falseMatches].map(String),
      share(found.length, found.length + falseMatches),
      share(found.length, same.length),
      recallOf('a stored'),
      recallOf('b stored'),
    ];
  });
}

function isRight({ personas, served }: TitleOutcome): boolean {
  return served.some((persona) => personas.includes(persona));
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(4));
