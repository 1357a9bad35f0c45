import { isKnownWord } from '../../titles/title-phrases.js';
import { canBeRole } from './roles.js';
import type { KnownMember, KnownValues } from './known-values.js';
import type { Found } from './phrases.js';
import { placeAdjectives, type PlaceMeaning, placeTables } from './place-tables.js';
import type { Sentence } from './sentence.js';
import type { Given, WhereBuilder } from './where.js';
import { activities, sentenceWords, technologies } from './words.js';

export interface PlaceContext {
  readonly of: 'persons' | 'companies';
  readonly known: KnownValues;
  /** Whether a word tells something about a company that no member has, so that a place there is not where the company is. */
  readonly isTold: (index: number) => boolean;
  /** Whether what is told at a word is what the company does: a place behind "in" is still where it is, as in "working on batteries in Norway". */
  readonly isWork: (index: number) => boolean;
}

type PlaceMember = 'countries' | 'regions' | 'localities';

/** A place: the values of one member. */
interface Place extends Found<Given> {
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
const joining = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e']);
const maxWordsOfCity = 3;

/** Reads the places of a sentence: behind words such as "in", and names of places that stand alone. */
export function readPlaces(sentence: Sentence, where: WhereBuilder, context: PlaceContext): void {
  new PlaceReading(sentence, where, context).read();
}

class PlaceReading {
  constructor(
    private readonly sentence: Sentence,
    private readonly where: WhereBuilder,
    private readonly context: PlaceContext,
  ) {}

  read(): void {
    const { sentence } = this;
    for (let at = 0; at < sentence.words.length;) at = this.behindPreposition(at) ?? at + 1;
    for (let at = 0; at < sentence.words.length;) {
      const place = this.context.isTold(at) ? null : this.placeAt(at, false);
      at = place === null ? at + 1 : this.take(this.listFrom(place, false), place.from, false);
    }
  }

  /** Reads the places behind a word such as "in" at an index. Returns the index behind them, or null if there are none. */
  private behindPreposition(at: number): number | null {
    const { sentence } = this;
    const preposition = sentenceWords().beforePlaces.at(sentence, at);
    if (preposition === null) return null;
    // The French "à" is folded to the English article.
    if (preposition.meaning === 'à' && sentence.written(at, at + 1).toLowerCase() !== 'à') return null;
    const isArticle = sentence.words[preposition.to]?.text === 'the' && sentence.isFree(preposition.to);
    const start = isArticle ? preposition.to + 1 : preposition.to;
    const isPlain = /^(?:of|de|for|la|en|à)$/u.test(preposition.meaning);
    if (this.context.isTold(at) && !this.context.isWork(at) && !this.isOfCompany(preposition)) return null;
    const first = this.placeAt(start, !isPlain || preposition.meaning === 'for');
    const isFor = preposition.meaning === 'de' || preposition.meaning === 'la';
    if (first !== null && !isFor && !(first.isAdjective && !this.isNoun(first)))
      return this.take(this.listFrom(first, true), at, this.isOfCompany(preposition));
    if (sentenceWords().beforeAnyPlace.of(preposition.meaning) === undefined) return null;
    const city = this.unknownCity(start);
    return city === null ? null : this.take([city], at, this.isOfCompany(preposition));
  }

  /** An adjective that also names the place, such as "Nordic" or "Baltic", or that nothing follows. */
  private isNoun(place: Place): boolean {
    return !this.sentence.isFree(place.to) || this.sentence.clauseEnd(place.from) === place.to;
  }

  /** Whether a word before a place says where the company itself is: "companies headquartered in". */
  private isOfCompany({ from, meaning }: Found<string>): boolean {
    const phrases = sentenceWords();
    if (phrases.beforePlacesOfCompanies.of(meaning) === undefined) return false;
    if (this.context.of === 'companies') return true;
    const isBehindCompany = phrases.companies.before(this.sentence, from) !== null;
    return isBehindCompany || !meaning.startsWith('based');
  }

  /** The longest place of unused words that begins at an index. */
  private placeAt(at: number, isBehindPreposition: boolean): Place | null {
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

  /** Whether a name that can be another word is meant as a place. */
  private counts({ from, to }: Found<PlaceMeaning>, isBehindPreposition: boolean): boolean {
    const { sentence } = this;
    const key = sentence.key(from, to);
    if (languageBehind.has(sentence.words[to]?.text ?? '')) return false;
    if (this.context.of === 'persons' && placeAdjectives().of(key) !== undefined && this.isOfName(from, to))
      return false;
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
        const value = this.context.known.spelling(member, key);
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
      const whole = meaning.cities.length > 1 ? this.context.known.spelling('localities', key) : null;
      return {
        member: 'localities',
        value: [...(whole === null ? [] : [whole]), ...this.stored('localities', meaning.cities)],
      };
    }
    const isOnRecord = meaning.regions.flat().some((name) => this.context.known.spelling('regions', name) !== null);
    const country = isOnRecord ? null : this.context.known.spelling('countries', key);
    if (country !== null) return { member: 'countries', value: [country] };
    return { member: 'regions', value: this.stored('regions', meaning.regions) };
  }

  /** For each place the spellings on record, or the usual one if none is on record. */
  private stored(member: KnownMember, places: readonly (readonly string[])[]): string[] {
    const values = places.flatMap((spellings) => {
      const found = spellings.map((text) => this.context.known.spelling(member, text)).filter((text) => text !== null);
      return found.length > 0 ? found : spellings.slice(0, 1);
    });
    return [...new Set(values)];
  }

  /** A place, and those that follow it behind "and", "or" or a comma. */
  private listFrom(first: Place, isBehindPreposition: boolean): Place[] {
    const { sentence } = this;
    const places = [first];
    for (let at = first.to; ;) {
      const isJoined = joining.has(sentence.words[at]?.text ?? '') && sentence.isFree(at);
      const isSeparate =
        sentence.words[at]?.startsClause === true &&
        /^\s?,/u.test(sentence.text.slice(sentence.words[at - 1]?.end ?? 0));
      if (!isJoined && !isSeparate) return places;
      const next = isJoined ? at + 1 : at;
      const isBoth = isSeparate && joining.has(sentence.words[next]?.text ?? '');
      const place = this.placeAt(isBoth ? next + 1 : next, isBehindPreposition);
      if (place === null || place.isAdjective !== first.isAdjective) return places;
      places.push(place);
      at = place.to;
    }
  }

  /** A text behind a word such as "in" that is in no table: a city as it is written. */
  private unknownCity(at: number): Place | null {
    const { sentence } = this;
    const end = Math.min(sentence.clauseEnd(at), at + maxWordsOfCity + 1);
    let to = at;
    while (to < end && this.canBeOfCity(to, at)) to += 1;
    if (to === at || to - at > maxWordsOfCity) return null;
    const key = sentence.key(at, to);
    if (activities().of(key) !== undefined || technologies().of(key) !== undefined) return null;
    return { meaning: { member: 'localities', value: [sentence.written(at, to)] }, from: at, to, isAdjective: false };
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

  /** Gives places to the filter. Returns the index behind them. */
  private take(places: readonly Place[], start: number, isOfCompany: boolean): number {
    const { sentence } = this;
    const [first] = places;
    const last = places.at(-1);
    if (first === undefined || last === undefined) return start + 1;
    const end = this.endBehind(last.to);
    const negation =
      sentenceWords().negations.before(sentence, first.from) ?? sentenceWords().negations.before(sentence, start);
    const isNegated = negation !== null && sentence.isFree(negation.from, negation.to);
    const from = isNegated ? Math.min(negation.from, start) : start;
    const path = isOfCompany || this.isBeforeCompany(first, last) ? this.companyPath : [];
    const place = sentence.words[from]?.start ?? 0;
    const text = sentence.written(from, end);
    if (isNegated) for (const { meaning } of places) this.where.exclude([meaning], text, place, path);
    else if (isMixed(places) && this.isList(places))
      this.where.addTo(
        'any',
        places.map(({ meaning }) => [meaning]),
        text,
        place,
        path,
      );
    else for (const { meaning } of places) this.where.add([meaning], text, place, path);
    sentence.use(from, end, 'understood');
    return end;
  }

  private endBehind(at: number): number {
    const { sentence } = this;
    const behind = sentenceWords().behindPlaces.at(sentence, at);
    return behind === null || sentence.words[at]?.startsClause === true ? at : behind.to;
  }

  /** Whether places of several kinds are alternatives: "in Berlin or Austria", but not "in Paris, France". */
  private isList(places: readonly Place[]): boolean {
    const [first, last] = [places[0]?.from ?? 0, places.at(-1)?.to ?? 0];
    return this.sentence.words.slice(first, last).some(({ text }) => joining.has(text));
  }

  /** Whether an adjective describes the employers of the persons: "at German startups". */
  private isBeforeCompany(first: Place, last: Place): boolean {
    const { sentence } = this;
    if (!first.isAdjective || this.context.of === 'companies') return false;
    const before = sentence.words[first.from - 1]?.text ?? '';
    if (!['at', 'of', 'from', 'in', 'for', 'bei', 'by'].includes(before)) return false;
    const ahead = [1, 2, 3, 4].some((length) => sentenceWords().companies.at(sentence, last.to + length - 1) !== null);
    return ahead;
  }

  private get companyPath(): string[] {
    return this.context.of === 'persons' ? ['company'] : [];
  }
}

function isMixed(places: readonly Place[]): boolean {
  return new Set(places.map(({ meaning }) => meaning.member as PlaceMember)).size > 1;
}

/** A word without the "s" of a plural, for {@link isKnownWord}. */
function singularOf(word: string): string {
  return word.length > 3 && /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}

/** Whether the name of a country, of a part of it or of a city begins at an index. */
export function countryOrCityAt(sentence: Sentence, at: number): boolean {
  return placeTables().names.at(sentence, at) !== null;
}
