import { companyNameKey } from '../../../matching/companies/company-name.js';
import type {
  Candidate,
  EmployerTechnologies,
  MonthlyHeadcount,
  Position,
  UsedTechnology,
} from '../facts/candidate.js';
import { comparableWords, memoized } from '../facts/text.js';
import { technologyKey } from './technology.js';
import { monthOf } from './tenure.js';

type Employer = Pick<Position, 'companyId' | 'companyName' | 'companyNetworkUrl'>;

/** Normalised texts that people write as their employer, but that name no company. */
const noEmployers: ReadonlySet<string> = new Set(
  [
    'self employed,self,selfemployed,freelance,freelancer,freelancing,independent,independent consultant,consultant',
    'independent contractor,contractor,own business,entrepreneur,stealth,stealth startup,stealth mode,stealth mode startup',
    'confidential,confidential company,undisclosed,various,various companies,multiple,private,private company,startup',
    'unemployed,retired,career break,sabbatical,none,n a,na,not applicable,unknown,student,home,personal,family',
    'selbststandig,selbstandig,freiberuflich,freiberufler,independant,autoentrepreneur,auto entrepreneur,autonomo',
    'libero professionista,zzp,zelfstandige',
  ].flatMap((line) => line.split(',')),
);

/**
 * A key that is equal for two positions with the same employer. It is made from the employer's id if the employer is on record,
 * otherwise from its name without the legal form, otherwise from its page. For example, "Harborline GmbH" and "Harborline" have the
 * same key. It is null if the position names no employer, and for entries such as "self-employed", which have no colleagues.
 */
export function employerKey(employer: Employer): string | null {
  if (employer.companyId !== null) return `c${employer.companyId}`;
  const { key, isNone } = employer.companyName === null ? unnamed : nameReading(employer.companyName);
  if (isNone) return null;
  if (key !== null) return `n${key}`;
  return employer.companyNetworkUrl === null ? null : `u${employer.companyNetworkUrl}`;
}

interface NameReading {
  readonly key: string | null;
  /** Whether the name is a text such as "self-employed", which is not the name of a company. */
  readonly isNone: boolean;
}

const unnamed: NameReading = { key: null, isNone: false };

const nameReading: (name: string) => NameReading = memoized((name) => ({
  key: companyNameKey(name),
  isNone: noEmployers.has(comparableWords(name)),
}));

/** The newest technical headcount may be up to six months old, because headcounts are collected with a delay. */
const oldestNewest = 6;
const year = 12;
/**
 * The largest distance of a headcount from the month a year earlier, in months. It is used if there is no headcount for
 * exactly that month.
 */
const tolerance = 2;

/**
 * The growth of the technical headcount over a year, in per cent: 100 people in June 2025 and 125 in June 2026 give 25. The newest
 * headcount is compared with the one from twelve months before. If that is missing, the nearest is used; of two that are equally
 * near, the earlier one.
 *
 * It is null if one of the two headcounts is unknown. It is also null if the company had no technical staff a year ago and has
 * some now, because that growth is not a percentage.
 * @param today the date as `YYYY-MM-DD`; headcounts of later months are ignored
 */
export function techGrowthPercent(headcounts: readonly MonthlyHeadcount[], today: string): number | null {
  const now = monthOf(today);
  const usable = headcounts
    .flatMap(({ month, tech }) => (tech === null ? [] : [{ at: monthOf(month), tech }]))
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at);
  const newest = usable.at(-1);
  if (newest === undefined || newest.at < now - oldestNewest) return null;
  const aim = newest.at - year;
  const [former] = usable
    .filter(({ at }) => Math.abs(at - aim) <= tolerance)
    .sort((a, b) => Math.abs(a.at - aim) - Math.abs(b.at - aim) || a.at - b.at);
  if (former === undefined) return null;
  if (former.tech === 0) return newest.tech === 0 ? 0 : null;
  return ((newest.tech - former.tech) / former.tech) * 100;
}

/** Formats a percentage as `12.5%`, `-3.0%` or `0.0%`; null becomes an empty text. */
export function percentText(percent: number | null): string {
  if (percent === null) return '';
  const text = percent.toFixed(1);
  return `${text === '-0.0' ? '0.0' : text}%`;
}

/**
 * The maximum number of employers in the cache. A fuller cache is emptied, so that memory does not grow with the size of the
 * company.
 */
const maxEmployers = 50_000;

/**
 * Caches which of the team's technologies each employer uses. Colleagues have many employers in common, and each is
 * read only once.
 */
export class KnownEmployers {
  private readonly wanted: ReadonlySet<string>;
  private known = new Map<string, readonly UsedTechnology[]>();

  /**
   * Makes an empty cache for one run.
   * @param technologiesOf reads the technologies of companies by their ids
   * @param wanted the names of the technologies that matter; if it is empty, nothing is read
   */
  constructor(
    private readonly technologiesOf: (companyIds: readonly string[]) => Promise<EmployerTechnologies>,
    wanted: readonly string[],
  ) {
    this.wanted = new Set(wanted.map(technologyKey));
  }

  /**
   * The wanted technologies of the people's employers, by company id. The map can also have employers that were read for other
   * people before.
   */
  async of(people: readonly Pick<Candidate, 'experience'>[]): Promise<EmployerTechnologies> {
    if (this.wanted.size === 0) return this.known;
    // The map is replaced and not cleared, because the ranking may still read the one that was returned before.
    if (this.known.size > maxEmployers) this.known = new Map();
    const unknown = new Set<string>();
    for (const { experience } of people) {
      for (const { companyId } of experience) {
        if (companyId !== null && !this.known.has(companyId)) unknown.add(companyId);
      }
    }
    const found = await this.technologiesOf([...unknown]);
    for (const id of unknown)
      this.known.set(
        id,
        (found.get(id) ?? []).filter((used) => this.isWanted(used)),
      );
    return this.known;
  }

  private isWanted({ name }: UsedTechnology): boolean {
    return this.wanted.has(technologyKey(name));
  }
}
