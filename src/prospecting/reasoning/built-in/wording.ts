/** Joins items into a list in words: `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A number of months in words: `7 months`, `2 years and 1 month`. From ten years on the months are left out, as in `over 12 years`. */
export function span(months: number): string {
  if (months < 1) return 'less than a month';
  const [years, rest] = [Math.floor(months / 12), months % 12];
  if (years === 0) return counted(rest, 'month');
  if (rest === 0) return counted(years, 'year');
  return years >= 10 ? `over ${counted(years, 'year')}` : `${counted(years, 'year')} and ${counted(rest, 'month')}`;
}

/** A number of years in words, with at most one decimal: `1 year`, `3.2 years`. */
export function inYears(years: number): string {
  return counted(Math.round(years * 10) / 10, 'year');
}

/** A percentage with at most one decimal and without a minus sign: -12.46 gives `12.5%`. */
export function percent(value: number): string {
  return `${Math.round(Math.abs(value) * 10) / 10}%`;
}

/**
 * Matches an abbreviation whose first letter is pronounced with a vowel first: "HR" begins like "aitch", so it is "an HR manager",
 * but it is "a UX designer".
 */
const speltWithVowel = /^[AEFHILMNORSX]/;
const soundsLikeConsonant = /^(?:eu|ewe|uni(?!n|m)|us[aeiu]|uti|ubi|one\b|once\b)/i;
const silentH = /^(?:hour|hono|heir)/i;

/** Adds "a" or "an" before words, according to their sound: `an engineer`, `a user researcher`, `an HR manager`. */
export function withArticle(words: string): string {
  const [first = ''] = words.split(/[\s/,-]/, 1);
  const isAbbreviation = first.length > 1 && /^[A-Z][A-Z&.\d]*s?$/.test(first) && !/^[A-Z][a-z]/.test(first);
  const startsWithVowel = isAbbreviation
    ? speltWithVowel.test(first)
    : silentH.test(words) || (/^[aeiouàáâäãåæèéêëìíîïòóôöõøœùúûü8]/i.test(words) && !soundsLikeConsonant.test(words));
  return `${startsWithVowel ? 'an' : 'a'} ${words}`;
}

/** A name within a sentence. If it has a suffix after a comma, it gets a comma at its end, too: `Jane Miller, PhD,`. */
export function withClosingComma(name: string): string {
  return name.includes(', ') ? `${name},` : name;
}

/**
 * Joins sentences into a paragraph, without those that are null. Each sentence gets a full stop if it has none. A sentence that
 * begins with "the company" or "this person" gets a capital letter; a name at the beginning, such as "eBay", stays as it is.
 */
export function paragraph(sentences: readonly (string | null)[]): string {
  return sentences
    .filter((text) => text !== null)
    .map((text) => (/[.!?…](?:["'”’)])?$/.test(text) ? text : `${text}.`))
    .map((text) => text.replace(/^(?:the company|this person)\b/, (words) => `T${words.slice(1)}`))
    .join(' ');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
