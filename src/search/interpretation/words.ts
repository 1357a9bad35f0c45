import { phrasesIn, Table } from '../../platform/tables/table.js';
import { memoise } from '../../titles/phrase-book.js';
import { Phrases } from './phrases.js';

/** The words of sentences that are no values. Each group is a section of words.txt, which says what it is for. */
export const sentenceWords = memoise(() => {
  const table = Table.read(new URL('data/words.txt', import.meta.url));
  const group = (name: string) => new Phrases(table.phrases(name).map((phrase) => [phrase, phrase]));
  return {
    fillers: group('fillers'),
    companies: group('companies'),
    kinds: new Phrases(
      [...table.phrases('companies'), ...table.phrases('kinds of companies')].map((word) => [word, word]),
    ),
    fields: group('fields of companies'),
    qualifiers: group('qualifiers'),
    beforePlaces: group('before places'),
    beforeAnyPlace: group('before any place'),
    beforePlacesOfCompanies: group('before places of companies'),
    behindPlaces: group('behind places'),
    telling: group('telling'),
    doing: group('doing'),
    negations: group('negations'),
    beforeRoles: group('before roles'),
    behindRoles: group('behind roles'),
    roleEnds: group('ends of roles'),
    persons: group('persons'),
    beforeEmployers: group('before employers'),
  };
});

/** The technologies that sentences name, by their usual spelling. */
export const technologies = memoise(() => {
  const table = Table.read(new URL('data/technologies.txt', import.meta.url));
  return new Phrases(table.phrases('technologies').map((name) => [name, name]));
});

/** What companies do. */
export interface Activity {
  /** The keywords that mean it. The first is the usual one. */
  readonly keywords: readonly string[];
  /** The industries that mean it. */
  readonly industries: readonly string[];
  /** Whether the words can be a part of a job title. */
  readonly isInTitles: boolean;
}

export const activities = memoise(() => {
  const table = Table.read(new URL('data/activities.txt', import.meta.url));
  return new Phrases([...activityEntries(table, false), ...activityEntries(table, true)]);
});

/** The words that are another activity with each word beside them, such as "data". */
export const generalWords = memoise(() => {
  const table = Table.read(new URL('data/activities.txt', import.meta.url));
  return new Phrases(table.phrases('general words').map((word) => [word, true]));
});

function* activityEntries(table: Table, isInTitles: boolean): Generator<readonly [string, Activity]> {
  const name = isInTitles ? 'activities in titles' : 'activities';
  const capitals = new Set(table.phrases('written in capitals'));
  for (const { text } of table.sections.filter(({ heading }) => heading === name).flatMap(({ rows }) => rows)) {
    const [words = '', industries = ''] = text.split('|');
    const keywords = phrasesIn(words.replace(':', ','));
    const shown = keywords.map((word) => (capitals.has(word) ? word.toUpperCase() : word));
    const activity = { keywords: shown, industries: phrasesIn(industries), isInTitles };
    for (const word of keywords) yield [word, activity];
  }
}
