import type { Change } from './followed-changes.sql.js';

/** The values of a stored company in which a change becomes a signal for the tenants that follow the company. */
export interface FollowedCompany {
  /** `company.id`. */
  readonly id: string;
  readonly name: string | null;
  /** Normalised host. */
  readonly website: string | null;
  readonly employeeCount: number | null;
  /** A range of headcounts as the imported data has it, such as `51-200`. */
  readonly size: string | null;
  /** `YYYY-MM-DD`. */
  readonly fundingDate: string | null;
  readonly fundingType: string | null;
}

/**
 * The lowest number of employees of each band of headcounts: 1-10, 11-50 and so on. A new headcount is a change only if it is in
 * another band: from 40 to 45 is no change, from 45 to 55 is one.
 */
const bandStarts = [1, 11, 51, 201, 501, 1_001, 5_001, 10_001];

/**
 * Compares a company before and after an import. The possible changes are a new funding round and a headcount in another band.
 * @param today `YYYY-MM-DD`
 */
export function changesOfCompany(before: FollowedCompany, after: FollowedCompany, today: string): Change[] {
  const found = [fundingRound(before, after, today), headcountStep(before, after, today)];
  return found.flatMap((change) => {
    if (change === null) return [];
    const { id, website } = after;
    const { signalType, messageText, identity } = change;
    return [
      {
        ...({ follows: 'company', recordId: id, personId: null, signalType, messageText } as const),
        ...{ accountWebsite: website, holderUrl: null, identity: [`company ${id}`, ...identity] },
      },
    ];
  });
}

type CompanyChange = Pick<Change, 'signalType' | 'messageText' | 'identity'>;

/**
 * The change to a new funding round; null if there is none. A round is new if its date is later than the stored date. If one of
 * the two dates is missing, the round is new if its type differs from the stored type. The first round that becomes known is not
 * a change, because it may be an old one. Another type with the same date is not a change either.
 */
function fundingRound(before: FollowedCompany, after: FollowedCompany, today: string): CompanyChange | null {
  const [was, is] = [before.fundingType, after.fundingType];
  const hasOtherType = was !== null && is !== null && was.toLowerCase() !== is.toLowerCase();
  const isNew =
    before.fundingDate !== null && after.fundingDate !== null
      ? after.fundingDate > before.fundingDate
      : hasOtherType && (before.fundingDate === null || after.fundingDate === null);
  if (!isNew) return null;
  const round = [is, after.fundingDate].filter((part) => part !== null).join(' on ');
  const last = [was, before.fundingDate].filter((part) => part !== null).join(' on ');
  return {
    signalType: 'Key Changes',
    messageText: `${nameOf(after)} has a new funding round: ${round}; the last known round was ${last}`,
    identity: ['funding', after.fundingDate ?? `${is ?? ''} ${today}`],
  };
}

/**
 * The change to a headcount in another band; null if there is none. If the number of employees has changed, this number decides the
 * new band. If only the field `size` has changed, `size` decides. The new band must be neither that of the stored number nor that of
 * the stored `size`. The first headcount that becomes known is not a change.
 */
function headcountStep(before: FollowedCompany, after: FollowedCompany, today: string): CompanyChange | null {
  const known = [bandOf(countOf(before)), bandOf(leastOf(before.size))].filter((band) => band !== null);
  const band = newBand(before, after);
  const [was] = known;
  if (was === undefined || band === null || known.includes(band)) return null;
  const hasGrown = band > was;
  return {
    signalType: hasGrown ? 'Hiring Growth' : 'Key Changes',
    messageText: `${nameOf(after)} has ${hasGrown ? 'grown' : 'shrunk'} from ${written(was)} to ${written(band)} employees`,
    identity: ['headcount', written(band), today],
  };
}

function newBand(before: FollowedCompany, after: FollowedCompany): number | null {
  if (after.employeeCount !== before.employeeCount) return bandOf(countOf(after));
  return after.size === before.size ? null : bandOf(leastOf(after.size));
}

/** The number of employees; null if it is 0, because other programs export an unknown number as 0. */
function countOf({ employeeCount }: FollowedCompany): number | null {
  return employeeCount === 0 ? null : employeeCount;
}

/** The index in {@link bandStarts} of the band to which a headcount belongs. */
function bandOf(count: number | null): number | null {
  return count === null
    ? null
    : Math.max(
        0,
        bandStarts.findLastIndex((start) => start <= count),
      );
}

/** The number with which a written band begins: 1001 for `1,001-5,000` and 10000 for `10K+`; null if the text has no number. */
function leastOf(size: string | null): number | null {
  const [, digits, thousands] = /(\d[\d,.']*)\s*(k\b)?/i.exec(size ?? '') ?? [];
  if (digits === undefined) return null;
  return Number(digits.replaceAll(/\D/g, '')) * (thousands === undefined ? 1 : 1_000);
}

/** `51-200`, as the field `size` has it. */
function written(band: number): string {
  const [start = 1, next] = bandStarts.slice(band, band + 2);
  return next === undefined ? `${start}+` : `${start}-${next - 1}`;
}

function nameOf({ name, website }: FollowedCompany): string {
  return name ?? website ?? 'The company';
}
