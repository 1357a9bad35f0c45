import { personasOf, type Seniority, seniorityOf } from '../../titles/seniority.js';
import { readTitle } from '../../titles/title-reading.js';
import { memoise, plainWords } from '../../titles/phrase-book.js';
import type { Persona } from '../../titles/title-tables.js';
import { phrasesIn, Table } from '../../platform/tables/table.js';
import { Phrases } from './phrases.js';
import { keyOf } from './sentence.js';

/** What a role means: the rank and the functions of persons with it, and the keywords of their titles. */
export interface Role {
  /** Empty if the role says no more than a rank and a function. */
  readonly titles: readonly string[];
  readonly seniorities: readonly Seniority[];
  readonly personas: readonly Persona[];
}

const tables = memoise(() => {
  const table = Table.read(new URL('data/roles.txt', import.meta.url));
  const pairs = table.keyed('same titles').map(({ key, value }) => [key, value] as const);
  return {
    ranks: new Set(plainWords(table.words('ranks'))),
    fields: new Set(plainWords(table.words('fields'))),
    rankWords: new Phrases(
      table
        .keyed('words for ranks')
        .map(({ key, value }) => [key, phrasesIn(value).map((rank) => `seniority_${rank}` as Seniority)]),
    ),
    sameTitles: new Map(
      pairs.flatMap(
        ([short, long]) =>
          [
            [keyOf(short), [short, long]],
            [keyOf(long), [short, long]],
          ] as const,
      ),
    ),
  };
});

/** The words of sentences for persons of any rank: "people in marketing". */
const personWords = new Set(
  'people person persons professional professionals folks staff team teams experts members employees workers department contacts'.split(
    ' ',
  ),
);
/** Words that are the same in the singular, or whose "s" means something else. */
const noPlurals = new Set(
  'sales operations communications analytics relations affairs resources services systems success logistics business ops devops revops mlops secops finops customs accounts partnerships sas aws ios js news series bus sous process access solutions payments benefits tools data contracts materials cms'.split(
    ' ',
  ),
);
/** The roles that large companies have under a name with this word: "enterprise account executive". */
const segmentPersonas: readonly Persona[] = ['sales', 'customer_success', 'product', 'partnerships'];

/** Whether a qualifier before a role, such as "enterprise", belongs to its title. */
export function isSegment(qualifier: string, role: string): boolean {
  return ['enterprise', 'smb', 'mid market', 'midmarket', 'sme', 'global', 'international'].includes(
    keyOf(qualifier),
  ) && !hasLeadingOf(role)
    ? personasOf(role).some((persona) => segmentPersonas.includes(persona))
    : false;
}

/** Whether a role is written as "Director of Sales", so that a word before it describes the company. */
function hasLeadingOf(role: string): boolean {
  return /^(?:director|head|vp|vice president|chief)s? of /u.test(keyOf(role));
}

/** Whether a text names a rank or a function, so that it can be a role. */
export function canBeRole(text: string): boolean {
  return (
    personasOf(text).length > 0 || readTitle(text).ranks.length > 0 || rankWordIn(text) !== null || isSameTitle(text)
  );
}

function isSameTitle(text: string): boolean {
  return tables().sameTitles.has(keyOf(singularTitle(text)));
}

/** Whether a text has a noun for a role, such as "engineer" or "director". A field of work, such as "sales", is no role. */
export function hasHead(text: string): boolean {
  const { ranks, fields } = tables();
  const words = readTitle(text).words.map((word) => word.text);
  const isField = words.every((word) => fields.has(word));
  return (
    !isField &&
    (readTitle(text).ranks.length > 0 ||
      rankWordIn(text) !== null ||
      isSameTitle(text) ||
      words.some((word) => ranks.has(word) && !noHeads.has(word)))
  );
}

/** Words that are no noun for a role, although they stand in the names of roles. */
const noHeads = new Set(
  'of and in for the people person professional folk team global senior level c suite'.split(' '),
);

/** Reads a role as a sentence names it, such as "Platform product managers". */
export function readRole(text: string): Role {
  const title = singularTitle(text);
  const named = rankWordIn(text);
  if (named !== null) return readRankWords(named);
  const { words } = readTitle(title);
  const isOfPersons =
    keyOf(text)
      .split(' ')
      .some((word) => personWords.has(word)) && !/^(?:head|director|vp|chief|manager)/u.test(keyOf(text));
  const rest = keyOf(text)
    .split(' ')
    .filter((word) => !personWords.has(word) && word !== 'in' && word !== 'of');
  if (isOfPersons && rest.length > 0 && readTitle(title).ranks.length === 0 && rest.every((word) => isField(word)))
    return { titles: [], seniorities: [], personas: personasOf(rest.join(' ')) };
  const { ranks, fields } = tables();
  const isGeneral =
    words.length > 0 &&
    words.every((word) => ranks.has(word.text) || fields.has(word.text)) &&
    words.some((word) => ranks.has(word.text)) &&
    seniorityOf(title) === 'seniority_director' &&
    personasOf(title).length > 0;
  const titles = titlesOf(title);
  const seniorities = titles.map((each) => seniorityOf(each)).filter((each) => each !== null);
  const personas = titles.flatMap((each) => personasOf(each));
  return { titles: isGeneral ? [] : titles, seniorities: [...new Set(seniorities)], personas: [...new Set(personas)] };
}

/** Whether a text only names functions, such as "finance". */
export function isOnlyFields(text: string): boolean {
  return keyOf(text)
    .split(' ')
    .every((word) => tables().fields.has(word));
}

function isField(word: string): boolean {
  return readTitle(word).words.every(({ text }) => tables().fields.has(text) || tables().ranks.has(text));
}

interface RankWords {
  readonly seniorities: readonly Seniority[];
  readonly rest: string;
}

/** The words for a rank that are in a text, such as "decision makers", and the other words. */
function rankWordIn(text: string): RankWords | null {
  const words = keyOf(text).split(' ');
  for (let length = Math.min(4, words.length); length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const phrase = words.slice(at, at + length).join(' ');
      const seniorities = tables().rankWords.of(phrase);
      const rest = [...words.slice(0, at), ...words.slice(at + length)]
        .join(' ')
        .replace(/^(?:in|of|for) | (?:in|of|for)$/gu, '');
      if (seniorities === undefined || (/^executives?$/u.test(phrase) && rest !== '')) continue;
      if (/^leaders?$/u.test(phrase) && rest !== '' && personasOf(rest).length === 0) continue;
      return { seniorities, rest };
    }
  }
  return null;
}

function readRankWords({ seniorities, rest }: RankWords): Role {
  const words = rest
    .split(' ')
    .filter((word) => word !== '' && !['and', 'in', 'of'].includes(word) && !personWords.has(word));
  const personas = words.length === 0 ? [] : personasOf(words.join(' '));
  const isGeneral = words.every((word) => isField(word)) && (words.length === 0 || personas.length > 0);
  return { titles: isGeneral ? [] : [words.join(' ')], seniorities, personas };
}

/** The keywords under which a title is found: with and without "of", and its short and long form. */
function titlesOf(title: string): string[] {
  const same = tables().sameTitles.get(keyOf(title));
  if (same !== undefined) return [...same];
  const words = title.split(' ');
  const [first = '', ...others] = words;
  const shortened = tables().sameTitles.get(keyOf(first));
  const spelled =
    shortened === undefined || others.length === 0 ? [title] : shortened.map((each) => [each, ...others].join(' '));
  return [...new Set(spelled.flatMap((each) => [each, ...withoutOf(each)]))];
}

/** A title as it is without "of": "VP of engineering" is also "VP engineering", and "director of data platform" also "data platform director". */
function withoutOf(title: string): string[] {
  const [, rank, field] = /^(vp|vice president|svp|evp|avp|director|head|manager) of (.+)$/iu.exec(title) ?? [];
  if (rank === undefined || field === undefined) return [];
  return /^(?:director|manager)$/iu.test(rank) ? [`${rank} ${field}`, `${field} ${rank}`] : [`${rank} ${field}`];
}

/** Writes the word for the holder in the singular: "Heads of Sales" becomes "Head of Sales". */
function singularTitle(text: string): string {
  const words = text.split(/\s+/u);
  const of = words.findIndex((word) => ['of', 'for', 'in', 'de', 'für'].includes(word.toLowerCase()));
  const head = of > 0 ? of - 1 : words.length - 1;
  return words.map((word, at) => (at === head ? singular(word) : word)).join(' ');
}

function singular(word: string): string {
  const lower = word.toLowerCase();
  if (
    noPlurals.has(lower) ||
    !/[a-z]s$/iu.test(word) ||
    (/(?:ss|us|is)$/iu.test(word) && !/iis$/iu.test(word)) ||
    lower.length < 3
  )
    return word;
  if (/ies$/iu.test(word) && lower.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:sses|ches|shes|xes)$/iu.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
