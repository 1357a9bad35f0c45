import { numbers, type Random } from '../../random.js';
import type { Content } from '../database.js';

/**
 * The records that one importer writes: one half of the persons, or all companies. No record is in two shards, so that the files of two
 * importers never contradict each other.
 */
export type Shard = 'persons 0' | 'persons 1' | 'companies';

export const shards: readonly Shard[] = ['persons 0', 'persons 1', 'companies'];

const personCount = 160;
const companyCount = 24;
/** How many records in each file of an importer have changed. All other records in the file are unchanged. */
const changesPerFile = { persons: 20, companies: 5 };
/** The day before the first change, which is long ago, so that no day of a change is in the future. */
const firstDay = Date.UTC(2001, 0, 1);
const titles = ['Engineer', 'Clerk', 'Analyst'];

interface Person {
  readonly number: number;
  readonly title: string;
  employer: number;
  since: string;
  /** The employer before the current one, and the day on which the person started there. */
  last: { readonly employer: number; readonly since: string } | null;
}

interface Company {
  readonly number: number;
  round: number;
  date: string;
}

/** A tenant, and which records it follows. */
export interface Follower {
  readonly persons: readonly number[];
  readonly companies: readonly number[];
}

/** The records of the database and all of their changes so far. */
export class Changes {
  /** The texts of all signals that each tenant must have. */
  readonly expected = new Map<string, string[]>();
  private readonly persons: readonly Person[];
  private readonly companies: readonly Company[];
  private days = 0;

  constructor(
    private readonly followers: Readonly<Record<string, Follower>>,
    private readonly random: Random,
  ) {
    const since = this.nextDay();
    this.persons = numbers(personCount).map((number) => ({
      ...{ number, title: random.pick(titles), employer: 1 + (number % companyCount), since, last: null },
    }));
    this.companies = numbers(companyCount).map((number) => ({ number, round: 1, date: since }));
    for (const tenant of Object.keys(followers)) this.expected.set(tenant, []);
  }

  /** The tenants and the records before the first change. */
  get content(): Content {
    return {
      tenants: Object.fromEntries(Object.keys(this.followers).map((name) => [name, { granted: {} }])),
      companies: this.companies.map(companyRecord),
      persons: this.persons.map(personRecord),
    };
  }

  /** Changes some records of a shard. @returns all records of the shard, as the next file has them */
  next(shard: Shard): object[] {
    if (shard === 'companies') {
      for (const company of this.random.sample(this.companies, changesPerFile.companies)) this.raise(company);
      return this.companies.map(companyRecord);
    }
    const own = this.persons.filter(({ number }) => `persons ${number % 2}` === shard);
    for (const person of this.random.sample(own, changesPerFile.persons)) this.move(person);
    return own.map(personRecord);
  }

  private move(person: Person): void {
    const { number, title, employer: last, since } = person;
    person.last = { employer: last, since };
    // The companies have the numbers from 1.
    person.employer = 1 + ((last - 1 + this.random.whole(1, companyCount - 1)) % companyCount);
    person.since = this.nextDay();
    const [name, was, is] = [nameOfPerson(number), nameOfCompany(last), nameOfCompany(person.employer)];
    for (const [tenant, followed] of Object.entries(this.followers)) {
      const told = this.expected.get(tenant);
      if (followed.persons.includes(number))
        told?.push(`Company Change: ${name} moved from ${was} to ${is} as ${title}, since ${person.since}`);
      if (followed.companies.includes(person.employer))
        told?.push(`New Hire: ${name} joined ${is} as ${title} from ${was}, since ${person.since}`);
    }
  }

  private raise(company: Company): void {
    const last = `Round ${company.round} on ${company.date}`;
    company.round += 1;
    company.date = this.nextDay();
    const text = `Key Changes: ${nameOfCompany(company.number)} has a new funding round: Round ${company.round} on ${company.date}; the last known round was ${last}`;
    for (const [tenant, followed] of Object.entries(this.followers))
      if (followed.companies.includes(company.number)) this.expected.get(tenant)?.push(text);
  }

  /** Each change has another day, so that no two changes are equal. */
  private nextDay(): string {
    this.days += 1;
    return new Date(firstDay + this.days * 86_400_000).toISOString().slice(0, 10);
  }
}

/** The tenants of the scenario, each with another part of the records. The last one follows nothing. */
export function followersFor(random: Random): Record<string, Follower> {
  const part = (count: number): number[] => random.sample(numbers(count), Math.ceil(count / 2));
  return {
    first: { persons: part(personCount), companies: part(companyCount) },
    second: { persons: part(personCount), companies: part(companyCount) },
    indifferent: { persons: [], companies: [] },
  };
}

/** The contents of the files by which a tenant begins to follow records: one file of persons and one of companies. */
export function followLists({ persons, companies }: Follower): Readonly<Record<'persons' | 'companies', string>> {
  return { persons: persons.map(pageOf).join('\n'), companies: companies.map(siteOf).join('\n') };
}

const letters = (number: number): string =>
  Array.from(String(number), (digit) => 'abcdefghij'.charAt(Number(digit))).join('');
const nameOfPerson = (number: number): string => `Ada P${letters(number)}`;
const nameOfCompany = (number: number): string => `Firm ${letters(number)}`;
const siteOf = (number: number): string => `firm-${number}.example.com`;
const pageOf = (number: number): string => `https://www.network.com/in/p-${number}`;

function personRecord({ number, title, employer, since, last }: Person): object {
  const current = { title, company_website: siteOf(employer), start_date: since, end_date: null };
  const past =
    last === null ? [] : [{ title, company_website: siteOf(last.employer), start_date: last.since, end_date: since }];
  return { network_url: pageOf(number), full_name: nameOfPerson(number), experience: [current, ...past] };
}

function companyRecord({ number, round, date }: Company): object {
  const funding = { funding_last_type: `Round ${round}`, funding_last_date: date };
  return { website: siteOf(number), name: nameOfCompany(number), ...funding };
}
