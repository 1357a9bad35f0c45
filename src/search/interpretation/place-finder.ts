import { isKnownWord } from '../../titles/title-phrases.js';
import type { KnownMember, KnownValues } from './known-values.js';
import type { Found } from './phrases.js';
import { placeAdjectives, type PlaceMeaning, placeTables } from './place-tables.js';
import { canBeRole } from './roles.js';
import type { Sentence } from './sentence.js';
import type { Given } from './where.js';
import { activities, sentenceWords, technologies } from './words.js';

/** A place: the values of one member. */
export interface Place extends Found<Given> {
  readonly isAdjective: boolean;
}

/** Names that are also other words. They count behind a word such as "in", in capitals, and `leading` ones also where a sentence begins. */
const shortNames = new Map(
  Object.entries({
    us: 'leading',
    la: 'leading',
    dc: 'leading',
    sf: 'leading',
    sea: 'capital',
    'na region': 'leading',
  }),
);
/** Abbreviations of states that are also other words, so that they do not count where a sentence begins. */
const otherWords = new Set('in or me de la'.split(' '));
/** Words behind "in" that are no places. */
const noPlaces = new Set(
  'stealth role roles general charge total tech space business field need search house person touch transition production beta english german french spanish common between their his her the this that a an demand operation public private debt control love order particular need media'.split(
    ' ',
  ),
);
const languageBehind = new Set([
  'speaking',
  'speaker',
  'speakers',
  'language',
  'speak',
  'native',
  'sprachig',
  'sprachige',
]);
const offersBefore = new Set(['job', 'jobs', 'position', 'positions', 'role', 'roles', 'stellen']);
const maxWordsOfCity = 3;

/** Finds the names of places in a sentence. */
export class PlaceFinder {
  private readonly of: 'persons' | 'companies';
  private readonly known: KnownValues;

  constructor(
    private readonly sentence: Sentence,
    { of, known }: { readonly of: 'persons' | 'companies'; readonly known: KnownValues },
  ) {
    this.of = of;
    this.known = known;
  }

  /** The longest place of unused words that begins at an index. */
  placeAt(at: number, isBehindPreposition: boolean): Place | null {
    const { sentence } = this;
    const word = sentence.words[at];
    if (word === undefined || !sentence.isFree(at)) return null;
    const tables = placeTables();
    const named = tables.names.at(sentence, at);
    const late = isBehindPreposition ? tables.namesBehindPrepositions.at(sentence, at) : null;
    const greater = word.text === 'greater' || word.text === 'metro' ? this.placeAt(at + 1, true) : null;
    const found = [named, late, this.stateCode(at, isBehindPreposition)].filter((each) => each !== null);
    const [best] = found.filter((each) => this.counts(each, isBehindPreposition)).toSorted((a, b) => b.to - a.to);
    const stored = this.storedAt(at, isBehindPreposition);
    if (greater !== null && (best === undefined || best.to < greater.to)) return { ...greater, from: at };
    if (best !== undefined && (stored === null || best.to >= stored.to)) return this.placeOf(best);
    return stored;
  }

  /** A text behind a word such as "in" that is in no table: a city as it is written. */
  unknownCity(at: number): Place | null {
    const { sentence } = this;
    const end = Math.min(sentence.clauseEnd(at), at + maxWordsOfCity + 1);
    let to = at;
    while (to < end && this.canBeOfCity(to, at)) to += 1;
    if (to === at || to - at > maxWordsOfCity) return null;
    const key = sentence.key(at, to);
    if (activities().of(key) !== undefined || technologies().of(key) !== undefined) return null;
    return { meaning: { member: 'localities', value: [sentence.written(at, to)] }, from: at, to, isAdjective: false };
  }

  /** Whether a name that can be another word is meant as a place. */
  private counts({ from, to }: Found<PlaceMeaning>, isBehindPreposition: boolean): boolean {
    const { sentence } = this;
    const key = sentence.key(from, to);
    if (languageBehind.has(sentence.words[to]?.text ?? '')) return false;
    if (this.of === 'persons' && placeAdjectives().of(key) !== undefined && this.isOfName(from, to)) return false;
    const rule = shortNames.get(key);
    if (isBehindPreposition || rule === undefined || this.isInCapitals(from, to)) return true;
    const isBehindOffers = offersBefore.has(sentence.words[from - 1]?.text ?? '');
    return isBehindOffers || (rule === 'leading' && from === this.start && to < sentence.words.length);
  }

  /** Whether an adjective behind "at" is a part of a name: "at Deutsche Bank", but not "at German banks". */
  private isOfName(from: number, to: number): boolean {
    const isBehindAt = ['at', 'bei', 'chez', 'for'].includes(this.sentence.words[from - 1]?.text ?? '');
    const next = this.sentence.written(to, to + 1);
    return isBehindAt && /^\p{Lu}/u.test(next) && !next.endsWith('s');
  }

  /** Whether words are in capitals, in a sentence that is not. */
  private isInCapitals(from: number, to: number): boolean {
    const { text } = this.sentence;
    return (
      this.sentence.written(from, to) === this.sentence.written(from, to).toUpperCase() && text !== text.toUpperCase()
    );
  }

  /** The index of the first word that is no filler such as "find". */
  private get start(): number {
    const { sentence } = this;
    for (let at = 0; ;) {
      const filler =
        (sentence.useOf(at) !== null && at < sentence.words.length) ||
        ['find', 'show', 'list', 'get', 'me', 'all', 'the'].includes(sentence.words[at]?.text ?? '');
      if (!filler) return at;
      at += 1;
    }
  }

  /** The abbreviation of a state: behind a word such as "in", behind "jobs", behind a city and a comma, and where a sentence begins. */
  private stateCode(at: number, isBehindPreposition: boolean): Found<PlaceMeaning> | null {
    const { sentence } = this;
    const word = sentence.words[at];
    const meaning = word === undefined ? undefined : placeTables().states.get(word.text);
    if (word === undefined || meaning === undefined) return null;
    const found = { meaning, from: at, to: at + 1 };
    const isJoined = /^[-'’./+]\S/u.test(sentence.text.slice(word.end, word.end + 2));
    if (isJoined || word.text === 'de') return null;
    if (isBehindPreposition && word.text === 'la') return null;
    const isCapital =
      sentence.written(at, at + 1) === word.text.toUpperCase() && sentence.text !== sentence.text.toUpperCase();
    const isBehindOffers = offersBefore.has(sentence.words[at - 1]?.text ?? '');
    const isBehindCity =
      /^,?\s$/u.test(sentence.text.slice(sentence.words[at - 1]?.end ?? 0, word.start)) &&
      this.isPlace(at - 1) &&
      at === sentence.clauseEnd(at) - 1;
    if (isBehindPreposition || isBehindOffers || (isBehindCity && word.startsClause)) return found;
    const next = sentence.words[at + 1];
    const isApart = next?.startsClause === true || sentenceWords().beforeRoles.at(sentence, at + 1) !== null;
    const isBeforeRole =
      !isApart && sentence.isFree(at + 1) && canBeRole(sentence.written(at + 1, this.endOfRun(at + 1)));
    const isLeading = at === this.start && isBeforeRole;
    if (otherWords.has(word.text)) return isLeading && isCapital && word.text !== 'me' ? found : null;
    return isLeading ? found : null;
  }

  private endOfRun(from: number): number {
    let to = from + 1;
    while (to < this.sentence.clauseEnd(from) && to < from + 6 && this.sentence.isFree(to)) to += 1;
    return to;
  }

  private isPlace(at: number): boolean {
    return this.sentence.useOf(at) === 'understood';
  }

  /** A city or region on record that no table has. */
  private storedAt(at: number, isBehindPreposition: boolean): Place | null {
    const { sentence } = this;
    for (let to = Math.min(at + 5, sentence.clauseEnd(at)); to > at; to -= 1) {
      const key = sentence.key(at, to);
      const isDoubtful = to === at + 1 && !isBehindPreposition && this.isOrdinary(key, at);
      if (!sentence.isFree(at, to) || isDoubtful || key.length < 3) continue;
      for (const member of ['localities', 'regions'] as const) {
        const value = this.known.spelling(member, key);
        if (value !== null) return { meaning: { member, value: [value] }, from: at, to, isAdjective: false };
      }
    }
    return null;
  }

  /** Whether a word can be another word than the name of a place, so that it counts only behind a word such as "in". */
  private isOrdinary(key: string, at: number): boolean {
    return (
      isKnownWord(key) ||
      technologies().of(key) !== undefined ||
      activities().of(key) !== undefined ||
      placeTables().namesBehindPrepositions.of(key) !== undefined ||
      sentenceWords().kinds.of(key) !== undefined ||
      this.sentence.words[at]?.text.length === 3
    );
  }

  private placeOf({ meaning, from, to }: Found<PlaceMeaning>): Place {
    const key = this.sentence.key(from, to);
    return { meaning: this.givenBy(meaning, key), from, to, isAdjective: placeAdjectives().of(key) !== undefined };
  }

  private givenBy(meaning: PlaceMeaning, key: string): Given {
    const { countries } = placeTables();
    const spellings = (code: string) => [...(countries.get(code) ?? [code]), code];
    if (meaning.kind === 'country')
      return { member: 'countries', value: this.stored('countries', [spellings(meaning.code)]) };
    if (meaning.kind === 'part of the world')
      return { member: 'countries', value: this.stored('countries', meaning.codes.map(spellings)) };
    if (meaning.kind === 'cities') {
      const whole = meaning.cities.length > 1 ? this.known.spelling('localities', key) : null;
      return {
        member: 'localities',
        value: [...(whole === null ? [] : [whole]), ...this.stored('localities', meaning.cities)],
      };
    }
    const isOnRecord = meaning.regions.flat().some((name) => this.known.spelling('regions', name) !== null);
    const country = isOnRecord ? null : this.known.spelling('countries', key);
    if (country !== null) return { member: 'countries', value: [country] };
    return { member: 'regions', value: this.stored('regions', meaning.regions) };
  }

  /** For each place the spellings on record, or the usual one if none is on record. */
  private stored(member: KnownMember, places: readonly (readonly string[])[]): string[] {
    const values = places.flatMap((spellings) => {
      const found = spellings.map((text) => this.known.spelling(member, text)).filter((text) => text !== null);
      return found.length > 0 ? found : spellings.slice(0, 1);
    });
    return [...new Set(values)];
  }

  private canBeOfCity(at: number, first: number): boolean {
    const { sentence } = this;
    const word = sentence.words[at];
    if (word === undefined || !sentence.isFree(at) || /\d/u.test(word.text) || word.text === 'and') return false;
    const phrases = sentenceWords();
    if (noPlaces.has(word.text) && at === first) return false;
    const isEnd = [phrases.fillers, phrases.qualifiers, phrases.telling, phrases.kinds].some(
      (each) => each.at(sentence, at) !== null,
    );
    if (isEnd) return false;
    return (
      !isKnownWord(singularOf(word.text)) &&
      activities().at(sentence, at) === null &&
      placeAdjectives().of(word.text) === undefined
    );
  }
}

/** Whether the name of a country, of a part of it or of a city begins at an index. */
export function countryOrCityAt(sentence: Sentence, at: number): boolean {
  return placeTables().names.at(sentence, at) !== null;
}

/** A word without the "s" of a plural, for {@link isKnownWord}. */
function singularOf(word: string): string {
  return word.length > 3 && /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}
