import { articles, distinctTailWord, tailWords } from './company-words.js';
import { type CompanyName, readCompanyName } from './company-reading.js';
import { isPlace } from './distinct-words.js';
import { slipBetween } from '../names/spelling.js';

/**
 * The similarity of two company names that differ in one way. Each member is a kind of difference. If names differ in several
 * ways, the similarities are multiplied.
 */
export const companyLevel = {
  /** One of the two names has no legal form: "Acme GmbH" and "Acme". */
  formMissing: 0.97,
  /**
   * One of the two names has no "& Co.": "Merck & Co." and "Merck". "& Co." more often belongs to the name than a legal form
   * does, so a name without it is less similar.
   */
  partnersMissing: 0.93,
  /** Only one of the two names has words in brackets: "Acme (Malaysia)" and "Acme". */
  asideMissing: 0.95,
  /** One of the two names has a further word of `tailWords`: "Acme Group" and "Acme", "Booking.com" and "Booking". */
  tailMissing: 0.92,
  /**
   * One of the two names has a further word that often distinguishes two companies of a group: "Acme International" and "Acme".
   */
  distinctTailMissing: 0.87,
  /** One of the two names has no article: "La Poste" and "Poste". */
  articleMissing: 0.95,
  /** One of the two names has a typing error: "Boehringer Ingelheim" and "Boeringer Ingelheim". */
  typo: 0.86,
  /**
   * The two names belong to two companies or to two branches of one company: "Metro Inc." and "Metro AG", "Acme (Malaysia)" and
   * "Acme (Thailand)".
   */
  otherBranch: 0.5,
} as const;

/** If {@link compareForms} or {@link compareAsides} give less than this level, the names belong to two companies. */
export const minSameBranch = 0.9;

/**
 * The minimum length of both names for a difference that counts as a typing error. In shorter names, a different letter more
 * often means another name.
 */
const minTypoLength = 8;
const notADigit = /[^0-9]/g;
const noForm: ReadonlySet<string> = new Set();
/** The countries by which legal forms such as "Ltd" and "Inc." are recognised. Companies of many countries have these forms. */
const worldwide: ReadonlySet<string> = new Set(['*', 'us']);
/**
 * An article may be omitted only if at least this number of letters follows it. In a shorter name, such as El Al, the article
 * belongs to the name.
 */
const minArticleRest = 4;

/**
 * The key under which a company is stored and looked up by its name: "Müller GmbH & Co. KG" → `muller`, "The Procter & Gamble
 * Company (USA)" → `procterandgamble`. The key has lower-case ASCII letters and digits. The legal form, a leading "The" and
 * words in brackets are left out. Common words are abbreviated: "Acme Technologies" → `acmetech`.
 *
 * Different companies can have the same key, such as "Merck & Co." and "Merck KGaA", which {@link compareCompanyNames}
 * distinguishes. Null for a name that is too long, or that has no letter or digit.
 */
export function companyNameKey(name: string): string | null {
  return readCompanyName(name)?.words.join('') ?? null;
}

/**
 * The keys of a company's name and its variants: "Müller Group" → `mullergroup`, `muller`, `muellergroup`, `mueller`. The first is
 * the key that {@link companyNameKey} returns. Variants leave out words such as "Group" or ".com" at the end or the article at the
 * start, or have two letters for an umlaut. Empty if {@link companyNameKey} returns null.
 */
export function companyNameKeys(name: string): string[] {
  const company = readCompanyName(name);
  if (company === null) return [];
  const spellings = company.words === company.wideWords ? [company.words] : [company.words, company.wideWords];
  const forms = spellings.flatMap((words) => {
    const { core, hasArticle } = partsOf(words);
    return [words.join(''), core, ...(hasArticle ? [`${words[0] ?? ''}${core}`] : [])];
  });
  return [...new Set(forms)];
}

/**
 * The similarity of two company names, from 0 to 1. It is 1 for names that differ only in case, punctuation, abbreviations, or
 * legal forms of the same country: "Acme Tech Inc." and "ACME Technologies Corp.". For names with other differences, it is the
 * product of the {@link companyLevel} of each difference. It is 0 for different names.
 */
export function compareCompanyNames(a: string, b: string): number {
  const first = readCompanyName(a);
  const second = readCompanyName(b);
  if (first === null || second === null) return 0;
  const plain = compareWords(first, second, 'words');
  const isWide = first.words !== first.wideWords || second.words !== second.wideWords;
  const words = isWide ? Math.max(plain, compareWords(first, second, 'wideWords')) : plain;
  return words * compareForms(first, second) * compareAsides(first, second);
}

/**
 * Compares the countries to which the legal forms of two company names belong: `same` for "Acme Inc." and "Acme Corp.", `other` for
 * "Acme Inc." and "Acme GmbH", `unsaid` if one of the names has no legal form.
 */
export function compareLegalForms(a: string, b: string): 'same' | 'other' | 'unsaid' {
  const [first, second] = [readCompanyName(a)?.countries ?? noForm, readCompanyName(b)?.countries ?? noForm];
  if (first.size === 0 || second.size === 0) return 'unsaid';
  return first.size === second.size && [...first].every((country) => second.has(country)) ? 'same' : 'other';
}

/** Whether two names have legal forms of one country, not only "Ltd" or "Inc.". Also true if one of the names has no form. */
export function haveFormsOfOneCountry({ countries }: CompanyName, other: CompanyName): boolean {
  if (countries.size === 0 || other.countries.size === 0) return true;
  const shared = [...countries].filter((country) => other.countries.has(country));
  return shared.length > 0 && !shared.some((country) => worldwide.has(country));
}

function compareWords(a: CompanyName, b: CompanyName, form: 'words' | 'wideWords'): number {
  const first = a[form].join('');
  const second = b[form].join('');
  if (first === second) return 1;
  const [one, other] = [partsOf(a[form]), partsOf(b[form])];
  if (one.core === other.core) {
    return (one.hasArticle === other.hasArticle ? 1 : companyLevel.articleMissing) * compareTails(a, one, b, other);
  }
  const isLong = Math.min(first.length, second.length) >= minTypoLength;
  return isLong && slipBetween(first, second) !== null && first.replace(notADigit, '') === second.replace(notADigit, '')
    ? companyLevel.typo
    : 0;
}

/**
 * Compares the tails of two names with the same core. One name may have a tail that the other lacks: "Acme Group" and "Acme". But
 * "Acme Group" and "Acme Holding" score 0, because they may be two companies.
 */
function compareTails(a: CompanyName, one: NameParts, b: CompanyName, other: NameParts): number {
  const [shorter, longer, short] =
    one.tails.length < other.tails.length ? [one.tails, other.tails, a] : [other.tails, one.tails, b];
  if (!shorter.every((tail, index) => tail === longer[index])) return 0;
  const missing = longer.slice(shorter.length);
  if (missing.length === 0) return 1;
  if (!missing.includes(distinctTailWord)) return companyLevel.tailMissing;
  return short.countries.size === 0 ? companyLevel.distinctTailMissing : 0;
}

/**
 * Compares the legal forms of two names. The result is 1 if the forms share a country, or if neither name has a form. In all other cases
 * it is a level of {@link companyLevel}: `partnersMissing`, `formMissing` or `otherBranch`. It is never 1 if only one name has "& Co.".
 */
export function compareForms(a: CompanyName, b: CompanyName): number {
  const isBareA = a.countries.size === 0;
  const isBareB = b.countries.size === 0;
  if (a.hasPartners !== b.hasPartners)
    return isBareA || isBareB ? companyLevel.partnersMissing : companyLevel.otherBranch;
  if (isBareA || isBareB) return isBareA === isBareB ? 1 : companyLevel.formMissing;
  const isShared =
    a.countries.has('*') || b.countries.has('*') || [...a.countries].some((land) => b.countries.has(land));
  return isShared ? 1 : companyLevel.otherBranch;
}

/**
 * Compares the words that two names have in brackets. The result is 1 for equal words, `otherBranch` of {@link companyLevel}
 * for different words, and `asideMissing` if only one name has brackets.
 *
 * A place in brackets is an exception: "Acme (Malaysia) Ltd" and "Acme Ltd" are two branches, so the result is `otherBranch`.
 * But a name without a legal form is less exact, so "Acme" may still mean "Acme (Malaysia) Ltd".
 */
export function compareAsides(a: CompanyName, b: CompanyName): number {
  if (a.aside === b.aside) return 1;
  if (a.aside !== '' && b.aside !== '') return companyLevel.otherBranch;
  const [place, withoutAside] = a.aside === '' ? [b.aside, a] : [a.aside, b];
  return isPlace(place) && withoutAside.countries.size > 0 ? companyLevel.otherBranch : companyLevel.asideMissing;
}

/** A company's name divided into article, core and tails: "La Poste Group" has the core `poste` and the tail `group`. */
interface NameParts {
  readonly core: string;
  readonly hasArticle: boolean;
  readonly tails: readonly string[];
}

function partsOf(words: readonly string[]): NameParts {
  let end = words.length;
  while (end > 1 && tailWords.has(words[end - 1] ?? '')) end -= 1;
  const rest = words.slice(1, end).join('');
  const hasArticle = articles.has(words[0] ?? '') && rest.length >= minArticleRest;
  return { core: hasArticle ? rest : words.slice(0, end).join(''), hasArticle, tails: words.slice(end) };
}
