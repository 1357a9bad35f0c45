import { articles, distinctTailWord, tailWords } from './company-words.js';
import { type CompanyName, readCompanyName } from './company-reading.js';
import { isPlace } from './distinct-words.js';
import { slipBetween } from '../names/spelling.js';

/** The similarity of two company names with one difference; several differences multiply. */
export const companyLevel = {
  /** One of them has no legal form. */
  formMissing: 0.97,
  /** Merck & Co. and Merck: "& Co." is part of the name more often than of the legal form. */
  partnersMissing: 0.93,
  /** Acme and Acme (Malaysia). */
  asideMissing: 0.95,
  /** Acme and Acme Group, Booking and Booking.com. */
  tailMissing: 0.92,
  /** Acme and Acme International: often two companies of a group. */
  distinctTailMissing: 0.87,
  /** Poste and La Poste. */
  articleMissing: 0.95,
  typo: 0.86,
  /** Legal forms of different countries, or different words in brackets: two companies, or two branches of one. */
  otherBranch: 0.5,
} as const;

/** In shorter names, a different letter more often means another name than a typing error. */
const minTypoLength = 8;
const notADigit = /[^0-9]/g;
const noForm: ReadonlySet<string> = new Set();
/** Shorter names are more often complete with their article: El Al. */
const minArticleRest = 4;

/**
 * The key of a company's name: its letters and digits in ASCII, without the legal form, a leading "The" and texts in brackets, and
 * with "&" as "and". Null without a letter or digit. Different companies may share a key (Merck & Co., Merck KGaA);
 * `compareCompanyNames` distinguishes more of them.
 */
export function companyNameKey(name: string): string | null {
  return readCompanyName(name)?.words.join('') ?? null;
}

/**
 * The keys of a name and its variants, for storage and lookup: that of `companyNameKey`, then with two letters for umlauts, without
 * words such as "Group", and without ".com". Empty if `companyNameKey` is null.
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
 * The similarity of two company names: 1 for equal names apart from case, punctuation, abbreviations and compatible legal forms; a
 * product of `companyLevel` for similar names; 0 for different names.
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
 * Compares the legal forms of two company names; forms of the same countries are equal. `unsaid` if one of the names has no form.
 */
export function compareLegalForms(a: string, b: string): 'same' | 'other' | 'unsaid' {
  const [first, second] = [readCompanyName(a)?.countries ?? noForm, readCompanyName(b)?.countries ?? noForm];
  if (first.size === 0 || second.size === 0) return 'unsaid';
  return first.size === second.size && [...first].every((country) => second.has(country)) ? 'same' : 'other';
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

/** One name may have more tails than the other, but no other one: Acme Group and Acme Holding may be different companies. */
function compareTails(a: CompanyName, one: NameParts, b: CompanyName, other: NameParts): number {
  const [shorter, longer, short] =
    one.tails.length < other.tails.length ? [one.tails, other.tails, a] : [other.tails, one.tails, b];
  if (!shorter.every((tail, index) => tail === longer[index])) return 0;
  const missing = longer.slice(shorter.length);
  if (missing.length === 0) return 1;
  if (!missing.includes(distinctTailWord)) return companyLevel.tailMissing;
  return short.countries.size === 0 ? companyLevel.distinctTailMissing : 0;
}

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

/** A country or city in brackets names a subsidiary, unless the other name is a short one without a legal form. */
export function compareAsides(a: CompanyName, b: CompanyName): number {
  if (a.aside === b.aside) return 1;
  if (a.aside !== '' && b.aside !== '') return companyLevel.otherBranch;
  const [place, withoutAside] = a.aside === '' ? [b.aside, a] : [a.aside, b];
  return isPlace(place) && withoutAside.countries.size > 0 ? companyLevel.otherBranch : companyLevel.asideMissing;
}

/** A name without its article and its tails. */
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
