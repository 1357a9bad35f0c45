const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
  'seventeenth eighteenth nineteenth';
const tensOrdinals = 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth';

const numbers: ReadonlyMap<string, number> = new Map([
  ...ones.split(' ').map((word, value): [string, number] => [word, value]),
  ...tens.split(' ').map((word, index): [string, number] => [word, 20 + 10 * index]),
]);

/** The ordinal numbers. When they are written in digits, they keep an ending, because First Bank is "1st Bank" and not "1 Bank". */
const ordinalNumbers: ReadonlyMap<string, number> = new Map([
  ...ordinals.split(' ').map((word, value): [string, number] => [word, value]),
  ...tensOrdinals.split(' ').map((word, index): [string, number] => [word, 20 + 10 * index]),
]);

const roman = /^(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})$/;
const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
/** A single I, V or X. It is a numeral only after a word of `numberedWords`, and an initial elsewhere: Fund I, but Malcolm X. */
const romanLetter = /^[IVX]$/;
const numberedWords: ReadonlySet<string> = new Set(
  (
    'fund funds trust partners capital series class phase acquisition acquisitions investment investments investors holdings holding ' +
    'equity ventures opportunities growth income realty properties securities'
  ).split(' '),
);
const maxNumberLength = 'seventeenth'.length;
const digit = /^[0-9]$/;
const anyDigit = /[0-9]/;
const romanNumeral = /^[ivx]+$/;

/**
 * Writes English number words and Roman numerals in digits: `Brigade Forty Four` and `Brigade Forty 4` → `Brigade 44`, `Fund II` →
 * `Fund 2`, `Twenty First Century` → `21st Century`.
 * @param written the words of a name, with their capitals
 */
export function withDigits(written: readonly string[]): readonly string[] {
  if (!written.some(isNumber)) return written;
  const words: string[] = [];
  for (let index = 0; index < written.length; index += 1) {
    const word = written[index] ?? '';
    const lower = word.toLowerCase();
    const value = numbers.get(lower) ?? ordinalNumbers.get(lower);
    const unit = unitOf(written[index + 1]);
    if (value === undefined) words.push(index === 0 ? word : romanValue(word, written[index - 1] ?? ''));
    else if (value >= 20 && numbers.has(lower) && unit !== null) {
      words.push(`${value + unit.value}${unit.ending}`);
      index += 1;
    } else words.push(`${value}${numbers.has(lower) ? '' : endingOf(value)}`);
  }
  return words;
}

function isNumber(word: string): boolean {
  if (word.length > maxNumberLength) return false;
  const lower = word.toLowerCase();
  return numbers.has(lower) || ordinalNumbers.has(lower) || roman.test(word) || romanLetter.test(word);
}

/** The value of a word that may follow a word of tens: 4 for the "four" of forty-four, with the ending `th` for "fourth". */
function unitOf(word: string | undefined): { value: number; ending: string } | null {
  const lower = word?.toLowerCase() ?? '';
  const value = digit.test(lower) ? Number(lower) : numbers.get(lower);
  if (value !== undefined) return value > 0 && value < 10 ? { value, ending: '' } : null;
  const ordinal = ordinalNumbers.get(lower);
  return ordinal !== undefined && ordinal > 0 && ordinal < 10 ? { value: ordinal, ending: endingOf(ordinal) } : null;
}

function endingOf(value: number): string {
  const last = value > 10 && value < 14 ? 0 : value % 10;
  return last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
}

/**
 * The value of a Roman numeral in digits. A word that is no numeral is returned as it is.
 * @param before the word in front of it
 */
function romanValue(word: string, before: string): string {
  const isNumeral = roman.test(word) || (romanLetter.test(word) && numberedWords.has(before.toLowerCase()));
  if (!isNumeral) return word;
  const values = Array.from(word, (letter) => romanDigits[letter] ?? 0);
  return String(values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0));
}

/** Whether a word has a digit or is a Roman numeral. @param word in lower-case ASCII */
export function isNumeral(word: string): boolean {
  return anyDigit.test(word) || romanNumeral.test(word);
}
