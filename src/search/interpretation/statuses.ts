import { giveWords } from './giving.js';
import type { KnownMember, KnownValues } from './known-values.js';
import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';

interface StatusContext {
  readonly of: 'persons' | 'companies';
  readonly known: KnownValues;
  readonly isTold: (index: number) => boolean;
}

interface Status {
  readonly member: 'account_types' | 'funding_types';
  readonly pattern: RegExp;
  /** The spellings in the records of different sources. The first is used if none is on record. */
  readonly spellings: (found: RegExpExecArray) => readonly string[];
}

const companyAhead = String.raw`(?=(?:\s[\p{L}\p{N}&/.-]+){0,3}?\s(?:compan(?:y|ies)|firms?|corporations?|corps?|business(?:es)?|startups?|start-ups?|enterprises?|vendors?|employers?|unicorns?|labs?|studios?|agenc(?:y|ies)|providers?|manufacturers?|makers?|platforms?|brands?|banks?|insurers?|retailers?|organi[sz]ations?|ventures?)(?![a-z]))`;
const noStatus = String.raw`(?!\s(?:sector|cloud|relations|health|policy|affairs|transport|transportation|debt|funding|equity|label|offering|safety|service|services|works|domain|interest))`;

const statuses: readonly Status[] = [
  {
    member: 'account_types',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:publicly[- ](?:traded|listed|held|owned)|stock[- ]listed|listed${companyAhead}|borsennotierte[nr]?|public(?:ly)?${noStatus}${companyAhead}|public(?=\scompan))`,
      'gu',
    ),
    spellings: () => ['Public', 'Public Company', 'Publicly Held', 'Publicly Traded'],
  },
  {
    member: 'account_types',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:privately[- ](?:held|owned)|private${noStatus}${companyAhead}|private(?=\scompan))`,
      'gu',
    ),
    spellings: () => ['Private', 'Privately Held', 'Private Company'],
  },
  {
    member: 'account_types',
    pattern: /(?<![a-z])(?:non[- ]?profits?|not[- ]for[- ]profits?|ngos?|charit(?:y|ies)|gemeinnutzige[nr]?)(?![a-z])/gu,
    spellings: () => ['Nonprofit', 'Non-profit', 'Non Profit', 'Nonprofit Organization', 'Not for Profit'],
  },
  {
    member: 'account_types',
    pattern: /(?<![a-z])government(?:al)? agenc(?:y|ies)(?![a-z])/gu,
    spellings: () => ['Government', 'Government Agency'],
  },
  {
    member: 'account_types',
    pattern: /(?<![a-z])(?:educational institutions?|educational organi[sz]ations?)(?![a-z])/gu,
    spellings: () => ['Educational', 'Educational Institution', 'Education'],
  },
  {
    member: 'funding_types',
    pattern:
      /(?<![a-z])(?:(?:at|in|raised|raising|closed|that|which|who|have|has|just|recently|a|an|their)\s)*series[ -]([a-k])(?![a-z0-9])(?:[- ](?:stage|rounds?|funding|funded))*/gu,
    spellings: ([, letter = '']) => [`Series ${letter.toUpperCase()}`],
  },
  {
    member: 'funding_types',
    pattern: /(?<![a-z])(?:(?:at|in|raised|raising|closed|that|which|who|have|has|just|recently|a|an|their)\s)*pre[- ]?seed(?![a-z])(?:[- ](?:stage|rounds?|funding|funded))*/gu,
    spellings: () => ['Pre-Seed', 'Pre Seed', 'Preseed'],
  },
  {
    member: 'funding_types',
    pattern:
      /(?<![a-z])(?:(?:(?:at|raised|closed)\s(?:a\s|an\s|the\s)?)seed(?![a-z])(?:[- ](?:stage|rounds?|funding|funded))*|seed[- ](?:stage|rounds?|funding|funded)|seed(?=\s(?:startups?|compan)))(?![a-z])/gu,
    spellings: () => ['Seed', 'Seed Round'],
  },
];

/** Words before a stage of funding that say that it was not, or not yet, reached. */
const notReached = /(?:struggling to|trying to|looking to|preparing to|about to|planning to|want to|skipped|skipping|without a|never raised|from|beyond|past|before|after|post-?|pre-)\s?(?:raise\s)?(?:a\s)?$/u;
const towards = /^\sto\s(?:series|seed|a\s|b\s|ipo)/u;

/** Reads the types of companies and the stages of their funding. */
export function readStatuses(sentence: Sentence, where: WhereBuilder, { of, known, isTold }: StatusContext): void {
  for (const { member, pattern, spellings } of statuses) {
    for (const found of sentence.folded.matchAll(pattern)) {
      const from = sentence.wordAt(found.index);
      const end = found.index + found[0].length;
      const to = sentence.wordAt(end);
      const isDoubtful = member === 'account_types' && isTold(from);
      const isReached = !notReached.test(sentence.folded.slice(0, found.index)) && !towards.test(sentence.folded.slice(end));
      if (isDoubtful || !isReached || !sentence.isFree(from, to)) continue;
      const value = storedOf(known, member, spellings(found as RegExpExecArray));
      giveWords({ sentence, where }, [{ member, value }], { from, to }, of === 'persons' ? ['company'] : []);
    }
  }
}

/** The spellings on record, or the first if none is. */
function storedOf(known: KnownValues, member: KnownMember, spellings: readonly string[]): string[] {
  const found = spellings.map((text) => known.spelling(member, text)).filter((text) => text !== null);
  return found.length > 0 ? [...new Set(found)] : spellings.slice(0, 1);
}
