import { giveWords } from './giving.js';
import type { KnownMember, KnownValues } from './known-values.js';
import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';
import { activities } from './words.js';

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

/** Other spellings of stages in records. */
const stageSpellings = new Map([
  ['Pre-Seed', ['Pre-Seed', 'Pre Seed', 'Preseed']],
  ['Seed', ['Seed', 'Seed Round']],
]);
const letters = 'abcdefghijk';

/** The series of funding from one letter to another, or only the two. */
function seriesFrom(first: string, last: string, isRange: boolean): string[] {
  const all = isRange ? Array.from(letters.slice(letters.indexOf(first), letters.indexOf(last) + 1)) : [first, last];
  return [...new Set(all)].map((letter) => `Series ${letter.toUpperCase()}`);
}

const publicSpellings = ['Public', 'Public Company', 'Publicly Held', 'Publicly Traded'];

const statuses: readonly Status[] = [
  {
    member: 'account_types',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:publicly[- ](?:traded|listed|held|owned)|stock[- ]listed|listed${companyAhead}|borsennotierte[nr]?|public(?:ly)?${noStatus}${companyAhead}|public(?=\scompan))`,
      'gu',
    ),
    spellings: () => publicSpellings,
  },
  {
    member: 'account_types',
    pattern:
      /(?<![a-z])(?:(?:nasdaq|nyse|lse|exchange|stock[- ]exchange|dax|ftse|euronext)[- ](?:listed|traded)|(?:listed|traded|trading|floated)\son\s(?:the\s)?(?:nasdaq|nyse|lse|tsx|asx|euronext|dax|new york stock exchange|london stock exchange|stock exchange|stock market)|(?:that\s|which\s|who\s)?(?:have\s|has\s|recently\s|already\s)*(?:went|gone|going)\spublic|post-ipo)(?![a-z])/gu,
    spellings: () => publicSpellings,
  },
  {
    member: 'account_types',
    pattern: new RegExp(
      String.raw`(?<![a-z])(?:privately[- ](?:held|owned)|private${noStatus}${companyAhead}|(?:still|remains?|remained|stay(?:s|ed|ing)?|is|are|kept)\sprivate(?![a-z])|private(?=\scompan))`,
      'gu',
    ),
    spellings: () => ['Private', 'Privately Held', 'Private Company'],
  },
  {
    member: 'account_types',
    pattern:
      /(?<![a-z])(?:non[- ]?profits?|not[- ]for[- ]profits?|ngos?|charit(?:y|ies)|gemeinnutzige[nr]?)(?![a-z])/gu,
    spellings: () => ['Nonprofit', 'Non-profit', 'Non Profit', 'Nonprofit Organization', 'Not for Profit'],
  },
  {
    member: 'account_types',
    pattern:
      /(?<![a-z])(?:government(?:al)? (?:agenc(?:y|ies)|organi[sz]ations?|bod(?:y|ies)|institutions?|departments?)|(?:federal|state) agenc(?:y|ies)|public sector(?: organi[sz]ations?| bodies| institutions?)?)(?![a-z])/gu,
    spellings: () => ['Government', 'Government Agency'],
  },
  {
    member: 'account_types',
    pattern: /(?<![a-z])(?:educational institutions?|educational organi[sz]ations?)(?![a-z])/gu,
    spellings: () => ['Educational', 'Educational Institution', 'Education'],
  },
  {
    member: 'account_types',
    pattern: /(?<![a-z])(?:self[- ]employed|sole proprietors?(?:hips?)?|freelancers?)(?![a-z])/gu,
    spellings: () => ['Self-Employed', 'Self Employed', 'Sole Proprietorship', 'Self-Owned'],
  },
  {
    member: 'account_types',
    pattern:
      /(?<![a-z])(?:partnership(?=\s(?:firms?|compan|business))|(?:organi[sz]ed|structured|run) as (?:a )?partnerships?)(?![a-z])/gu,
    spellings: () => ['Partnership'],
  },
  {
    member: 'funding_types',
    pattern:
      /(?<![a-z])(?:(?:at|in|raised|raising|closed|that|which|who|have|has|just|recently|a|an|their)\s)*series[ -]([a-k])(?![a-z0-9])(\+|\s(?:or|and)\s(?:later|beyond|above|higher|up))?(?:[- ](?:stage|rounds?|funding|funded))*(?:(\s?[-–]\s?|\sto\s|\s?[/,]\s?|\s(?:or|and)\s)(?:series[ -])?([b-k])(?![a-z0-9])(?:[- ](?:stage|rounds?|funding|funded))*)?/gu,
    spellings: ([, letter = 'a', later, joint = '', other]) =>
      seriesFrom(letter, later !== undefined ? 'k' : (other ?? letter), later !== undefined || /to|-|–/u.test(joint)),
  },
  {
    member: 'funding_types',
    pattern:
      /(?<![a-z])(?:(?:at|in|raised|raising|closed|that|which|who|have|has|just|recently|a|an|their)\s)*pre[- ]?seed(?![a-z])(?:[- ](?:stage|rounds?|funding|funded))*/gu,
    spellings: () => ['Pre-Seed'],
  },
  {
    member: 'funding_types',
    pattern:
      /(?<![a-z])(?:(?:(?:at|raised|raising|closed|closing|did)\s(?:a\s|an\s|the\s|its\s|their\s)?)seed(?![a-z])(?:[- ](?:stage|rounds?|funding|funded))*|seed[- ](?:stage|rounds?|funding|funded)|seed(?=\s(?:startups?|compan)))(?![a-z])/gu,
    spellings: () => ['Seed'],
  },
];

/** Words before a stage of funding that say that it was not, or not yet, reached. */
const notReached =
  /(?:between(?: \w+){1,3} and |not |never |n't |n’t |yet to |without |instead of |rather than |avoid(?:ed|ing) |refus(?:ed|ing) |struggling to|trying to|looking to|preparing to|about to|planning to|want to|skipped|skipping|without a|never raised|from|beyond|past|before|after|post-?|pre-)\s?(?:raise\s)?(?:a\s)?$/u;
const towards = /^\sto\s(?:series|seed|a\s|b\s|ipo)/u;

/** Reads the types of companies, or the stages of their funding. */
export function readStatuses(
  read: Status['member'],
  sentence: Sentence,
  where: WhereBuilder,
  { of, known, isTold }: StatusContext,
): void {
  for (const { member, pattern, spellings } of statuses.filter((status) => status.member === read)) {
    for (const found of sentence.folded.matchAll(pattern)) {
      const from = sentence.wordAt(found.index);
      const end = found.index + found[0].length;
      const to = sentence.wordAt(end);
      const isDoubtful = member === 'account_types' && isTold(from) && !/(?:public|private)$|\son\s/u.test(found[0]);
      const isReached =
        !notReached.test(sentence.folded.slice(0, found.index)) && !towards.test(sentence.folded.slice(end));
      if (isDoubtful || !sentence.isFree(from, to)) continue;
      if (!isReached) {
        sentence.use(from, to, 'unknown');
        continue;
      }
      const value =
        spellings(found).length > 0 && member === 'funding_types'
          ? spellings(found).flatMap((each) => storedOf(known, member, stageSpellings.get(each) ?? [each]))
          : storedOf(known, member, spellings(found));
      giveWords({ sentence, where }, [{ member, value }], { from, to }, of === 'persons' ? ['company'] : []);
    }
  }
  if (of === 'companies' && read === 'account_types') readAdjectives(sentence, where, known, isTold);
}

/** Reads "public" and "private" directly before what companies do: "public semiconductor makers". */
function readAdjectives(
  sentence: Sentence,
  where: WhereBuilder,
  known: KnownValues,
  isTold: (index: number) => boolean,
): void {
  for (const [at, { text }] of sentence.words.entries()) {
    const spellings =
      text === 'public'
        ? publicSpellings
        : text === 'private'
          ? ['Private', 'Privately Held', 'Private Company']
          : null;
    if (spellings === null || !sentence.isFree(at) || isTold(at) || isDivided(sentence, at)) continue;
    const isWhole = activities().at(sentence, at) !== null || noAdjective.has(sentence.words[at + 1]?.text ?? '');
    if (isWhole || activities().at(sentence, at + 1) === null) continue;
    giveWords({ sentence, where }, [{ member: 'account_types', value: storedOf(known, 'account_types', spellings) }], {
      from: at,
      to: at + 1,
    });
  }
}

/** Words behind "public" and "private" that make another thing of it: "public cloud", "private banking". */
const noAdjective = new Set([
  'cloud',
  'health',
  'education',
  'banking',
  'equity',
  'security',
  'utilities',
  'utility',
  'space',
  'data',
  'finance',
  'law',
  'insurance',
  'design',
  'universities',
  'university',
  'defense',
]);

function isDivided(sentence: Sentence, at: number): boolean {
  return sentence.words[at + 1]?.startsClause === true;
}

/** The spellings on record, or the first if none is. */
function storedOf(known: KnownValues, member: KnownMember, spellings: readonly string[]): string[] {
  const found = spellings.map((text) => known.spelling(member, text)).filter((text) => text !== null);
  return found.length > 0 ? [...new Set(found)] : spellings.slice(0, 1);
}
