import { personasOf } from '../../titles/seniority.js';
import { readDescription } from './companies.js';
import type { KnownValues } from './known-values.js';
import { placeAdjectives } from './place-tables.js';
import { canBeRole, hasHead, isSegment, readRole, type Role } from './roles.js';
import type { Sentence } from './sentence.js';
import type { Given, WhereBuilder } from './where.js';
import { activities, sentenceWords, technologies } from './words.js';

interface RoleContext {
  readonly sentence: Sentence;
  readonly where: WhereBuilder;
  readonly known: KnownValues;
}

const maxAlternatives = 10;
/** The longest title that is taken as it is written, although no table has one of its words. */
const maxUnknownWords = 3;

/** Reads the role of the persons that are looked for: their titles, ranks and functions. */
export function readRoles(context: RoleContext): void {
  const { sentence } = context;
  const runs = sentence.freeRuns().flatMap((run) => cut(sentence, run));
  const candidates = runs.map((run) => trimmed(context, run)).filter(([from, to]) => to > from);
  const roles = candidates.filter(([from, to]) => canBeRole(sentence.written(from, to)));
  const withHead = roles.filter(([from, to]) => hasHead(sentence.written(from, to)));
  const chosen = withHead[0] ?? roles[0];
  if (chosen !== undefined) {
    const others = withHead.slice(withHead.indexOf(chosen) + 1).filter((other) => isFurtherRole(sentence, other));
    const excluded = others.filter(([from]) => excludes(sentence, from) !== null);
    takeRoles(context, [chosen, ...others.filter((other) => !excluded.includes(other))]);
    for (const other of excluded) takeRoles(context, [other]);
    return;
  }
  const [unknown] = candidates;
  const isTitle = unknown !== undefined && unknown[1] - unknown[0] <= maxUnknownWords && candidates.length === 1;
  if (isTitle && context.where.mentions('countries', 'regions', 'localities')) takeRoles(context, [unknown]);
}

/** Whether a role is an alternative to the one before it: behind a comma, "and" or "or", or behind "not". */
function isFurtherRole(sentence: Sentence, [from]: readonly [number, number]): boolean {
  const before = sentence.words[from - 1]?.text ?? '';
  return (
    ['and', 'or', 'und', 'oder', 'et', 'ou'].includes(before) ||
    sentence.words[from]?.startsClause === true ||
    excludes(sentence, from) !== null
  );
}

function excludes(sentence: Sentence, at: number): number | null {
  const negation = sentenceWords().negations.before(sentence, at);
  return negation === null || /\bin$|\bfrom$/u.test(negation.meaning) ? null : negation.from;
}

/** Divides a run of words before words such as "who", at which a role ends. */
function cut(sentence: Sentence, [from, to]: readonly [number, number]): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    const isEnd = at === to || sentenceWords().roleEnds.at(sentence, at) !== null;
    if (!isEnd) continue;
    if (at > start) parts.push([start, at]);
    start = at + 1;
  }
  return parts;
}

/** A run without the words at its ends that do not belong to a role. Words that describe in a way that no filter can are noted as such. */
function trimmed(context: RoleContext, [start, end]: readonly [number, number]): readonly [number, number] {
  const { sentence } = context;
  const { beforeRoles, behindRoles, qualifiers, negations, persons } = sentenceWords();
  let [from, to] = [start, end];
  for (;;) {
    const filler = beforeRoles.at(sentence, from, to) ?? negations.at(sentence, from, to);
    if (
      sentence.words[from + 1]?.text.startsWith('speak') === true &&
      placeAdjectives().of(sentence.written(from, from + 1)) !== undefined &&
      from + 1 < to
    ) {
      sentence.use(from, from + 2, 'unknown');
      from += 2;
      continue;
    }
    const isPersons = persons.at(sentence, from, to);
    const rest = sentence.written(isPersons?.to ?? from, to);
    if (filler !== null) from = filler.to;
    else if (
      isPersons !== null &&
      (isPersons.to === to || beforeRoles.at(sentence, isPersons.to, to) !== null) &&
      !hasField(rest)
    )
      from = isPersons.to;
    else break;
  }
  for (let at = to; at > from;) {
    const filler = behindRoles.before(sentence, at);
    const qualifier = qualifiers.before(sentence, at);
    const end = at;
    const inside = [qualifier, filler].find(
      (found) => found !== null && found.from >= from && sentence.isFree(found.from, end),
    );
    if (inside === undefined || inside === null || (inside === qualifier && qualifier.from === from)) break;
    if (inside === qualifier) sentence.use(qualifier.from, at, 'unknown');
    at = inside.from;
    to = at;
  }
  return leadingRead(context, from, trailingRead(context, from, to));
}

/** Reads the words behind a complete role that describe the employer or what the persons know: "head of sales climate tech". */
function trailingRead(context: RoleContext, from: number, to: number): number {
  const { sentence, where, known } = context;
  for (let at = Math.max(from + 1, to - 3); at < to; at += 1) {
    const isJoined = ['of', 'for', 'and', 'in', 'or'].includes(sentence.words[at - 1]?.text ?? '');
    const role = sentence.written(from, at);
    if (isJoined || !hasHead(role) || !canBeRole(role)) continue;
    const isExperience = sentence.words[to - 1]?.text === 'experience' && isHolder(sentence.words[at - 1]?.text ?? '');
    if (isExperience) {
      sentence.use(at, to, 'unknown');
      return at;
    }
    const activity = activities().at(sentence, at, to);
    if (activity === null || activity.to < to || activity.meaning.isInTitles) continue;
    readDescription({ sentence, where, known, path: ['company'] }, at, to);
    return at;
  }
  return to;
}

/** Whether a word usually ends a title. */
function isHolder(word: string): boolean {
  return /(?:er|or|ist|ant|ead|vp|officer|executive|representative|counsel|partner)s?$/u.test(word);
}

function hasField(text: string): boolean {
  return text !== '' && personasOf(text.replace(/^(?:in|of) /iu, '')).length > 0;
}

/** Reads the words before a complete role that describe the employer or what the persons know: "fintech CTOs", "Enterprise head of UX". */
function leadingRead(context: RoleContext, start: number, to: number): readonly [number, number] {
  const { sentence, where, known } = context;
  let from = start;
  for (;;) {
    const qualifier = sentenceWords().qualifiers.at(sentence, from, to);
    const company = sentenceWords().companies.at(sentence, from, to);
    const activity = activities().at(sentence, from, to);
    const technology = technologies().at(sentence, from, to);
    const restOf = (at: number) => sentence.written(at, to);
    if (
      qualifier !== null &&
      qualifier.to < to &&
      canBeRole(restOf(qualifier.to)) &&
      !isSegment(sentence.written(from, qualifier.to), restOf(qualifier.to))
    ) {
      sentence.use(from, qualifier.to, 'unknown');
      from = qualifier.to;
    } else if (company !== null && company.to < to && canBeRole(restOf(company.to))) {
      sentence.use(from, company.to, isAge(sentence.key(from, company.to)) ? 'unknown' : 'filler');
      from = company.to;
    } else if (
      activity !== null &&
      activity.to < to &&
      !activity.meaning.isInTitles &&
      isBesideRole(sentence.written(from, activity.to), restOf(activity.to))
    ) {
      readDescription({ sentence, where, known, path: ['company'] }, from, activity.to);
      from = activity.to;
    } else if (technology !== null && technology.to + 1 < to && isTechnical(restOf(technology.to))) {
      const value = [known.spelling('technologies', technology.meaning) ?? technology.meaning];
      where.add(
        [{ member: 'technologies', value }],
        sentence.written(from, technology.to),
        sentence.words[from]?.start ?? 0,
      );
      sentence.use(from, technology.to, 'understood');
      from = technology.to;
    } else return [from, to];
  }
}

/** Whether a word for companies says how old or large they are, which no member can. */
function isAge(word: string): boolean {
  return /^(?:start|scale|unicorn)/u.test(word);
}

/** Whether the words behind what a company does are a role without it: "e-commerce head of UX", but not "e-commerce manager". */
function isBesideRole(activity: string, role: string): boolean {
  const [own, others] = [personasOf(activity), personasOf(role)];
  if (others.length === 0) return false;
  if (/tech$|^(?:pharma|saas|crypto|web3|fintechs|gaming)$/iu.test(activity)) return true;
  return own.length === 0 || (role.split(/\s+/u).length > 1 && own.some((persona) => !others.includes(persona)));
}

function isTechnical(role: string): boolean {
  return personasOf(role).some((persona) =>
    ['engineering', 'data', 'it', 'quality', 'security', 'design', 'product'].includes(persona),
  );
}

/** Gives roles to the filter as alternatives. */
function takeRoles({ sentence, where }: RoleContext, runs: readonly (readonly [number, number])[]): void {
  const [from, to] = [runs[0]?.[0] ?? 0, runs.at(-1)?.[1] ?? 0];
  const text = sentence.written(from, to);
  const place = sentence.words[from]?.start ?? 0;
  const excluded = excludes(sentence, from);
  const roles = runs.flatMap(([start, end]) => alternativesIn(sentence, start, end)).map((each) => readRole(each));
  if (excluded !== null) {
    const titles = [...new Set(roles.flatMap((role) => role.titles))];
    if (titles.length === 0) return;
    where.add(
      [{ member: 'exclude_titles', value: titles }],
      sentence.written(excluded, to),
      sentence.words[excluded]?.start ?? 0,
    );
    sentence.use(excluded, to, 'understood');
    return;
  }
  const areSeparate = roles.length > 1 && roles.some(({ titles }) => titles.length === 0) && areDifferent(roles);
  if (areSeparate) where.addTo('any', roles.map(givenBy), text, place);
  else where.add(givenBy(joined(roles)), text, place);
  for (const [start, end] of runs) sentence.use(start, end, 'understood');
}

function givenBy({ titles, seniorities, personas }: Role): Given[] {
  const given = [
    { member: 'titles', value: titles },
    { member: 'seniorities', value: seniorities },
    { member: 'personas', value: personas },
  ];
  return given.filter(({ value }) => value.length > 0);
}

/** Several roles as one. The titles are left out if one of the roles has none, because it has to be found, too. */
function joined(roles: readonly Role[]): Role {
  const isConcrete = roles.every(({ titles }) => titles.length > 0);
  const hasPersonas = roles.every(({ personas }) => personas.length > 0);
  return {
    titles: isConcrete ? [...new Set(roles.flatMap(({ titles }) => titles))] : [],
    seniorities: [...new Set(roles.flatMap(({ seniorities }) => seniorities))],
    personas: hasPersonas ? [...new Set(roles.flatMap(({ personas }) => personas))] : [],
  };
}

/** Whether the roles differ in both rank and function, so that joining them would find persons of neither. */
function areDifferent(roles: readonly Role[]): boolean {
  const kinds = (of: (role: Role) => readonly string[]) => new Set(roles.map((role) => of(role).join(' '))).size;
  return kinds(({ seniorities }) => seniorities) > 1 && kinds(({ personas }) => personas) > 1;
}

/**
 * The alternatives of a role: "CTOs or VPs of engineering" are two. "Sales and marketing directors" are one, because "sales" alone is no
 * role; "sales or marketing directors" are "sales directors" and "marketing directors".
 */
function alternativesIn(sentence: Sentence, from: number, to: number): string[] {
  const words = sentence.words.slice(from, to);
  const parts: string[] = [];
  let start = from;
  for (const [index, word] of words.entries()) {
    const at = from + index;
    const isOr = ['or', 'oder', 'ou'].includes(word.text);
    const isAnd = ['and', 'und', 'et'].includes(word.text) && sentence.written(at, at + 1) !== '&';
    if (!isOr && !isAnd) continue;
    const [left, right] = [sentence.written(start, at), sentence.written(at + 1, to)];
    if (left === '' || right === '') continue;
    if (isAnd && !(hasHead(left) && hasHead(right))) continue;
    parts.push(left);
    start = at + 1;
  }
  parts.push(sentence.written(start, to));
  return completed(parts.slice(0, maxAlternatives));
}

/** Gives each alternative the word for the holder that only another one has. */
function completed(parts: readonly string[]): string[] {
  const last = parts.at(-1) ?? '';
  const [first = ''] = parts;
  const lastWord = last.split(/\s+/u).at(-1) ?? '';
  const [, prefix] = /^(.+? of )/iu.exec(first) ?? [];
  return parts.map((part) => {
    if (hasHead(part) || parts.length === 1) return part;
    if (prefix !== undefined && part !== first) return `${prefix}${part}`;
    return hasHead(last) && !/ of /iu.test(last) ? `${part} ${lastWord}` : part;
  });
}
