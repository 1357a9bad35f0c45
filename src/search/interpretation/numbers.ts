import {
  ageBehind,
  daysBehind,
  eraBehind,
  experienceBehind,
  foundedBefore,
  headcountBefore,
  headcountBehind,
  inRoleBefore,
  inRoleBehind,
  moneyBefore,
  moneyBehind,
  monthsBehind,
  raisedBefore,
  startedBefore,
  withBefore,
  yearsBehind,
} from './number-words.js';
import { quantitiesIn, type Quantity } from './quantities.js';
import type { Sentence } from './sentence.js';
import { inMonths, isBareHeadcount, isBareYear } from './bare-numbers.js';
import { negationBefore } from './giving.js';
import type { Bounds } from '../../queries/query-definition.js';
import type { Given, WhereBuilder } from './where.js';

/** What the readers of a sentence need besides the sentence. */
export interface NumberContext {
  readonly of: 'persons' | 'companies';
  /** The day of the question. "In the last three years" is counted from it. */
  readonly today: Date;
}

/** Reads the numbers of a sentence: headcounts, years of founding, money, and time in a role. Other numbers stay. */
export function readNumbers(sentence: Sentence, where: WhereBuilder, context: NumberContext): void {
  for (const quantity of quantitiesIn(sentence.folded)) {
    const read = new NumberReading(sentence, where, context, quantity);
    read.read();
  }
}

class NumberReading {
  private readonly before: string;
  private readonly behind: string;

  constructor(
    private readonly sentence: Sentence,
    private readonly where: WhereBuilder,
    private readonly context: NumberContext,
    private readonly quantity: Quantity,
  ) {
    this.before = sentence.folded.slice(Math.max(0, quantity.start - 60), quantity.start);
    this.behind = sentence.folded.slice(quantity.end, quantity.end + 60);
  }

  read(): void {
    const { quantity } = this;
    const headcount = headcountBehind.exec(this.behind);
    if (/(?:scaled|scaling|grew|grown|growing|went|shrank)\s$/u.test(this.before)) {
      this.growth(headcount);
      return;
    }
    if (quantity.hasCurrency || moneyBehind.test(this.behind)) {
      this.notUnderstand(moneyBefore, moneyBehind);
      return;
    }
    if (headcount !== null && !quantity.mayBeYear) {
      this.headcount(headcount[0].length);
      return;
    }
    const isAge = /^(?:older|younger) than$/u.test(quantity.comparison) && yearsBehind.test(this.behind);
    if (ageBehind.test(this.behind) || isAge) {
      this.age();
      return;
    }
    if (yearsBehind.test(this.behind)) {
      this.duration(yearsBehind, 12);
      return;
    }
    if (monthsBehind.test(this.behind)) {
      this.duration(monthsBehind, 1);
      return;
    }
    if (daysBehind.test(this.behind)) {
      this.notUnderstand(withBefore, daysBehind);
      return;
    }
    if (quantity.mayBeYear) {
      this.year();
      return;
    }
    if (headcountBefore.test(this.before)) {
      this.headcount(0);
      return;
    }
    if (!this.isOfPersons && isBareHeadcount(quantity, this.around)) this.headcount(0);
  }

  private get isOfPersons(): boolean {
    return this.context.of === 'persons';
  }

  private get around() {
    const { start, end } = this.quantity;
    return { before: this.before, behind: this.behind, own: this.sentence.folded.slice(start, end) };
  }

  private get path(): string[] {
    return this.isOfPersons ? ['company'] : [];
  }

  private headcount(behind: number): void {
    const { range, exact, comparison } = this.quantity;
    const { index: start } =
      /(?<![a-z])(?:(?:(?:that |which |who )?(?:with|having|of|between|employs?|employing|counts?|has|have)\s)(?:an? )?)?(?:(?:headcount|employees|employee count|teams?|team size|company size|workforce|staff|size)(?: size| count)?\s?(?:of|is|:|=)?\s?)?$/u.exec(
        this.before,
      ) ?? { index: this.before.length };
    const isAbout = exact !== null && ['around', 'about', 'approximately', 'roughly', 'rund', '~'].includes(comparison);
    const isPassed = comparison === 'past';
    if (/last|the past/u.test(comparison)) return;
    const about = isAbout ? { min: Math.round(exact * 0.8), max: Math.round(exact * 1.2) } : range;
    const given = isPassed ? { min: this.quantity.first + 1 } : about;
    this.give([{ member: 'employee_count', value: given }], this.quantity.start - this.before.length + start, behind);
  }

  /** A headcount that has changed: only "from 20 to 100+" says what it is now, as a bound. */
  private growth(headcount: RegExpExecArray | null): void {
    const { second, start, end } = this.quantity;
    const isBound = /\+\s?$/u.test(this.sentence.folded.slice(start, end));
    if (headcount === null || second === null || !isBound) {
      this.notUnderstand(/$/u, headcountBehind);
      return;
    }
    this.give([{ member: 'employee_count', value: { min: second } }], start, headcount[0].length);
  }

  private year(): void {
    const { quantity } = this;
    const { range, first, second, comparison } = quantity;
    const era = eraBehind.exec(this.behind)?.[0].length ?? 0;
    const decade = /^'?s(?![a-z])/u.test(this.behind);
    const founded = foundedBefore.exec(this.before);
    if (raisedBefore.test(this.before) && founded === null) {
      this.fundingYear();
      return;
    }
    const isBare = !this.isOfPersons && isBareYear(quantity, this.around);
    if (founded === null && !isBare) return;
    if (this.isOfPersons && founded !== null && !/found|establish|incorporat|gegrund|fond|cre/u.test(founded[0]))
      return;
    const start = quantity.start - (founded === null ? 0 : this.before.length - founded.index);
    const untilDecadeEnd = { min: first, max: first + (first % 100 === 0 && first < 2000 ? 99 : 9) };
    const years = decade ? untilDecadeEnd : second !== null && second >= first ? { min: first, max: second } : range;
    const isFrom = comparison === 'from' && second === null && !/founded|since/u.test(founded?.[0] ?? '');
    const given = comparison === 'by' ? { max: first } : isFrom ? { min: first, max: first } : years;
    this.give([{ member: 'founded_year', value: given }], start, decade ? 1 : era);
  }

  private fundingYear(): void {
    const { quantity } = this;
    const { comparison, first } = quantity;
    const isSince = ['since', 'after'].includes(comparison) || /since\s$/u.test(this.before);
    const isThisYear = comparison === 'in' && first === this.context.today.getUTCFullYear();
    if (!isSince && !isThisYear) {
      this.notUnderstand(/$/u, /^/u);
      return;
    }
    const year = comparison === 'after' ? first + 1 : first;
    const start =
      /(?:that |who |which )?(?:have |has )?(?:raised|funded|last raised)?\s?$/u.exec(this.before)?.index ??
      this.before.length;
    this.give([{ member: 'funding_since', value: `${year}-01-01` }], quantity.start - this.before.length + start, 0);
  }

  private age(): void {
    const { range } = this.quantity;
    const year = this.context.today.getUTCFullYear();
    const founded: Bounds = {
      ...(range.max === undefined ? {} : { min: year - range.max }),
      ...(range.min === undefined ? {} : { max: year - range.min }),
    };
    this.give(
      [{ member: 'founded_year', value: founded }],
      this.quantity.start,
      (ageBehind.exec(this.behind) ?? yearsBehind.exec(this.behind))?.[0].length ?? 0,
    );
  }

  /** A number of years or months: time in a role, since the founding or since the last funding. Otherwise it is experience. */
  private duration(unit: RegExp, months: number): void {
    const { quantity } = this;
    const length = unit.exec(this.behind)?.[0].length ?? 0;
    const rest = this.behind.slice(length);
    const isLast = /^(?:the )?(?:last|past)$/u.test(quantity.comparison);
    const founded = this.isOfPersons
      ? /(?:founded|established|gegrundet|fondee?s?)\s(?:in|within|im)?\s?$/u.exec(this.before)
      : foundedBefore.exec(this.before);
    const start = (found: RegExpExecArray | null) =>
      quantity.start - (found === null ? 0 : this.before.length - found.index);
    const ago = new Date(this.context.today);
    ago.setUTCMonth(ago.getUTCMonth() - quantity.first * months);
    if (isLast && founded !== null) {
      const min = months === 12 ? this.context.today.getUTCFullYear() - quantity.first : ago.getUTCFullYear();
      this.give([{ member: 'founded_year', value: { min } }], start(founded), length);
      return;
    }
    const raised = raisedBefore.exec(this.before);
    if (isLast && raised !== null) {
      const since = ago.toISOString().slice(0, 10);
      this.give(
        [{ member: 'funding_since', value: since }],
        start(
          /(?:(?:that |which |who )?(?:have |has )?(?:raised|funded)(?: funding| money| capital)?\s)?(?:in|within|over|during)?\s?$/u.exec(
            this.before,
          ),
        ),
        length,
      );
      return;
    }
    const started = startedBefore.exec(this.before);
    const behind = inRoleBehind.exec(rest);
    const before = inRoleBefore.exec(this.before);
    if (this.isOfPersons && ((isLast && started !== null) || behind !== null || before !== null)) {
      const place = isLast && started !== null ? start(started) : start(before);
      this.give(
        [{ member: 'months_in_role', value: inMonths(this.quantity, months) }],
        place,
        length + (behind?.[0].length ?? 0),
      );
      return;
    }
    const experience = experienceBehind.exec(rest)?.[0].length ?? 0;
    this.claim(quantity.start, quantity.end + length + experience, 'unknown');
  }

  private notUnderstand(before: RegExp, behind: RegExp): void {
    const { quantity } = this;
    const start = before.exec(this.before)?.index ?? this.before.length;
    const length = behind.exec(this.behind)?.[0].length ?? 0;
    this.claim(quantity.start - this.before.length + start, quantity.end + length, 'unknown');
  }

  private give(given: readonly Given[], start: number, behind: number): void {
    const path = given.every(({ member }) => member === 'months_in_role') ? [] : this.path;
    const negation = negationBefore(this.sentence, this.sentence.wordAt(start));
    const place = negation === null ? start : (this.sentence.words[negation]?.start ?? start);
    const span = this.claim(place, this.quantity.end + behind, 'understood');
    if (span === null) return;
    if (negation === null) this.where.add(given, span, start, path);
    else this.where.exclude(given, span, place, path);
  }

  private claim(start: number, end: number, use: 'understood' | 'unknown'): string | null {
    const from = this.sentence.wordAt(start);
    const to = this.sentence.words.findIndex((word) => word.start >= end);
    const last = to === -1 ? this.sentence.words.length : to;
    if (!this.sentence.isFree(from, last) || last === from) return null;
    this.sentence.use(from, last, use);
    const first = this.sentence.words[from];
    return this.sentence.text.slice(Math.min(start, first?.start ?? start), end).trim();
  }
}
