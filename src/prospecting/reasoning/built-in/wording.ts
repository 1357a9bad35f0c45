/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
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

/** `Jane Miller, PhD,`: a name with a suffix, as it stands within a sentence. */
export function withClosingComma(name: string): string {
  return name.includes(', ') ? `${name},` : name;
}

/** Ends each sentence and joins them into a paragraph; what is not on record is left out. */
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
