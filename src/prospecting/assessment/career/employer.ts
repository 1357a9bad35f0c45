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

/** Entries that name no employer. */
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
 * A key that is equal for positions with the same employer: its id where it is on record, else its name without legal form,
 * else its page. Null without an employer, and for self-employment and the like, which has no colleagues.
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
  /** Whether the name is one of the entries that name no employer. */
  readonly isNone: boolean;
}

const unnamed: NameReading = { key: null, isNone: false };

const nameReading: (name: string) => NameReading = memoized((name) => ({
  key: companyNameKey(name),
  isNone: noEmployers.has(comparableWords(name)),
}));

/** The newest technical headcount may be this many months old, because headcounts are collected with a delay. */
const oldestNewest = 6;
const year = 12;
/** The month a year before may be missing; then one at most this many months away is taken. */
const tolerance = 2;

/**
 * By how many per cent the technical headcount has grown from the month twelve months before the newest one, or the
 * nearest to it (of two equally near the earlier one), to the newest one. Null when either is unknown; also when the
 * company had no technical staff then and has some now, which is no percentage.
 * @param today `YYYY-MM-DD`; later months are not looked at
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

/** `12.5%`, `-3.0%`, `0.0%`; empty when unknown. */
export function percentText(percent: number | null): string {
  if (percent === null) return '';
  const text = percent.toFixed(1);
  return `${text === '-0.0' ? '0.0' : text}%`;
}

/** Beyond this number the cache is emptied, so that memory does not grow with the company. */
const maxEmployers = 50_000;

/** Caches which technologies of the team former employers use; colleagues share employers, so each is read once. */
export class KnownEmployers {
  private readonly wanted: ReadonlySet<string>;
  private known = new Map<string, readonly UsedTechnology[]>();

  /** @param wanted names of technologies; without any nothing is read */
  constructor(
    private readonly technologiesOf: (companyIds: readonly string[]) => Promise<EmployerTechnologies>,
    wanted: readonly string[],
  ) {
    this.wanted = new Set(wanted.map(technologyKey));
  }

  /** By company id, for all employers on record of some people and maybe more; only wanted technologies. */
  async of(people: readonly Pick<Candidate, 'experience'>[]): Promise<EmployerTechnologies> {
    if (this.wanted.size === 0) return this.known;
    // A new map, because the old one may still be in use.
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
