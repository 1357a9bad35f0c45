import { companyNameKey } from '../../matching/companies/company-name.js';
import type { Position } from './candidate.js';
import { comparableWords } from './comparable-text.js';
import { remembered } from './remembered.js';

type Employer = Pick<Position, 'companyId' | 'companyName' | 'companyNetworkUrl'>;

/** What people name as their employer when they have none, or do not say which. */
const NO_EMPLOYERS: ReadonlySet<string> = new Set(
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
 * Under what positions with the same employer meet: its id where it is on record, else its name without legal form, else
 * its page. Null when no employer is named, and for self-employment and the like, at which nobody meets anybody.
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
  /** Whether it is what people write who have no employer. */
  readonly isNone: boolean;
}

const unnamed: NameReading = { key: null, isNone: false };

const nameReading: (name: string) => NameReading = remembered((name) => ({
  key: companyNameKey(name),
  isNone: NO_EMPLOYERS.has(comparableWords(name)),
}));
