/** The value of a fact in a sentence: a text, a list, or null where the record lacks it. `''` is a fact without a value. */
export type FactValue = string | readonly string[] | null;

export function when<Value extends FactValue>(holds: boolean, value: Value): Value | null {
  return holds ? value : null;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The first `max` items, and `others` for the rest. */
export function listSome(items: readonly string[], max: number): string {
  return items.length <= max ? list(items) : list([...items.slice(0, max), 'others']);
}

/** `7 months`, `2 years and 1 month`, `over 12 years`: from ten years on without months. */
export function span(months: number): string {
  if (months < 1) return 'less than a month';
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (years === 0) return counted(rest, 'month');
  if (rest === 0) return counted(years, 'year');
  return years >= 10 ? `over ${counted(years, 'year')}` : `${counted(years, 'year')} and ${counted(rest, 'month')}`;
}

/** `1 year`, `3.2 years`. */
export function inYears(years: number): string {
  return counted(Math.round(years * 10) / 10, 'year');
}

/** `12.5%`, without a sign. */
export function percent(value: number): string {
  return `${Math.round(Math.abs(value) * 10) / 10}%`;
}

export function plural(things: readonly unknown[], one: string, several: string): string {
  return things.length === 1 ? one : several;
}

/** Letters whose names begin with a vowel sound: an HR manager, but a UX designer. */
const speltWithVowel = /^[AEFHILMNORSX]/;
const soundsLikeConsonant = /^(?:eu|ewe|uni(?!n|m)|us[aeiu]|uti|ubi|one\b|once\b)/i;
const silentH = /^(?:hour|hono|heir)/i;

/** The words with their indefinite article. */
export function withArticle(words: string): string {
  const [first = ''] = words.split(/[\s/,-]/, 1);
  const isAbbreviation = first.length > 1 && /^[A-Z][A-Z&.\d]*s?$/.test(first) && !/^[A-Z][a-z]/.test(first);
  const startsWithVowel = isAbbreviation
    ? speltWithVowel.test(first)
    : silentH.test(words) || (/^[aeiouàáâäãåæèéêëìíîïòóôöõøœùúûü8]/i.test(words) && !soundsLikeConsonant.test(words));
  return `${startsWithVowel ? 'an' : 'a'} ${words}`;
}

/** Ends each sentence and joins them into a paragraph; empty ones are left out. */
export function paragraph(sentences: readonly string[]): string {
  return sentences
    .filter((text) => text !== '')
    .map((text) => (/[.!?…](?:["'”’)])?$/.test(text) ? text : `${text}.`))
    .map((text) => text.replace(/^(?:the company|this person)\b/, (words) => `T${words.slice(1)}`))
    .join(' ');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
