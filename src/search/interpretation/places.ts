import type { KnownValues } from './known-values.js';
import type { Found } from './phrases.js';
import { type Place, PlaceFinder } from './place-finder.js';
import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';
import { sentenceWords } from './words.js';

export interface PlaceContext {
  readonly of: 'persons' | 'companies';
  readonly known: KnownValues;
  /** Whether a word tells something about a company that no member has, so that a place there is not where the company is. */
  readonly isTold: (index: number) => boolean;
  /** Whether what is told at a word is what the company does: a place behind "in" is still where it is, as in "working on batteries in Norway". */
  readonly isWork: (index: number) => boolean;
}

const joining = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e']);

/** Reads the places of a sentence: behind words such as "in", and names of places that stand alone. */
export function readPlaces(sentence: Sentence, where: WhereBuilder, context: PlaceContext): void {
  new PlaceReading(sentence, where, context).read();
}

class PlaceReading {
  private readonly finder: PlaceFinder;

  constructor(
    private readonly sentence: Sentence,
    private readonly where: WhereBuilder,
    private readonly context: PlaceContext,
  ) {
    this.finder = new PlaceFinder(sentence, context);
  }

  read(): void {
    const { sentence } = this;
    for (let at = 0; at < sentence.words.length;) at = this.behindPreposition(at) ?? at + 1;
    for (let at = 0; at < sentence.words.length;) {
      const place = this.context.isTold(at) ? null : this.finder.placeAt(at, false);
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
    const first = this.finder.placeAt(start, !isPlain || preposition.meaning === 'for');
    const isFor = preposition.meaning === 'de' || preposition.meaning === 'la';
    if (first !== null && !isFor && !(first.isAdjective && !this.isNoun(first)))
      return this.take(this.listFrom(first, true), at, this.isOfCompany(preposition));
    if (sentenceWords().beforeAnyPlace.of(preposition.meaning) === undefined) return null;
    const city = this.finder.unknownCity(start);
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
      const place = this.finder.placeAt(isBoth ? next + 1 : next, isBehindPreposition);
      if (place === null || place.isAdjective !== first.isAdjective) return places;
      places.push(place);
      at = place.to;
    }
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
  return new Set(places.map(({ meaning }) => meaning.member)).size > 1;
}
