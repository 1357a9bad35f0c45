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

/** Texts that people write as their employer but that are not the name of a company, in the form that `comparableWords` returns. */
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
 * A key that is the same for all positions with the same employer. For example, "Harborline GmbH" and "Harborline" have the same
 * key.
 *
 * If the employer is on record, the key is made from its id. Otherwise it is made from the name without the legal form or, if the
 * position has no name, from the profile page. The key is null if the position has neither, or if its name is a text such as
 * "self-employed": people with this text are no colleagues.
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

/**
 * The maximum age of the newest technical headcount, in months. It can be some months old, because headcounts are collected with a
 * delay.
 */
const oldestNewest = 6;
const year = 12;
/**
 * If there is no headcount for the month a year before the newest one, the nearest headcount is used. It may be at most this number
 * of months away from that month.
 */
const tolerance = 2;

/**
 * The growth of the technical headcount in a year, in per cent: 100 people in June 2025 and 125 in June 2026 give 25. The newest
 * headcount is compared with the one from twelve months before. If that month has none, the nearest headcount is used; of two that
 * are equally near, the earlier one.
 *
 * The growth is null if one of the two headcounts is unknown. It is also null if the company had no technical staff a year ago but
 * has some now, because growth from zero has no percentage.
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
 * The maximum number of employers in the cache. A cache with more is emptied, so that even a run at a large company needs little
 * memory.
 */
const maxEmployers = 50_000;

/**
 * Caches which of the wanted technologies each employer uses: a run wants those of the client. Colleagues often have the same former
 * employers, and each employer is read only once.
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

  /** The wanted technologies of the people's employers, by company id. The map can also contain the employers of other people. */
  async of(people: readonly Pick<Candidate, 'experience'>[]): Promise<EmployerTechnologies> {
    if (this.wanted.size === 0) return this.known;
    // A new map replaces the full one, which is not cleared, because the ranking may still read it.
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
