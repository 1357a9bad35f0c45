// SQL for reading the newest person, and the companies of changed persons by their ids, in the database session of an import.
import { type Employer, isKnown } from '../matching/persons/employers.js';
import { FollowedChanges, type ImportTransaction } from './followed-changes.sql.js';
import {
  type ChangedPerson,
  changesOfPerson,
  type KnownCompany,
  type PersonAfter,
  type PersonBefore,
} from './person-change.js';

/** Reads the id of the person who was stored last; 0 if no person is stored. */
const findNewest = 'select coalesce(max(id), 0) from person';
const findCompanies = 'select id, name, website from company where id = any($1::bigint[])';

/** Looks up the stored companies of some employers. Returns a function that gives the `company.id` of each; null if none matches. */
type FindEmployers = (employers: readonly Employer[]) => Promise<(employer: Employer) => string | null>;

const none: ReadonlySet<string> = new Set();

/**
 * Finds the changes of followed persons, and new hires of followed companies, in one transaction of an import. It compares each person
 * before the first update with the same person at the end of the transaction. Persons whom this import has created are left out. So are
 * persons who were joined: joining two stored persons only brings together what was known already.
 */
export class FollowedPersons {
  private readonly changes: FollowedChanges;
  private readonly changed = new Map<string, ChangedPerson>();
  private readonly joined = new Set<string>();
  private followed = { persons: false, companies: false };

  private constructor(
    private readonly session: ImportTransaction,
    today: string,
    private readonly findEmployers: FindEmployers,
    private readonly newestAtStart: bigint,
  ) {
    this.changes = new FollowedChanges(session, today);
  }

  /**
   * Makes the object that finds the changes of followed persons in an import.
   * @param today `YYYY-MM-DD`, the day of the signals
   */
  static async of(session: ImportTransaction, today: string, findEmployers: FindEmployers): Promise<FollowedPersons> {
    const [newest = '0'] = await session.column(findNewest);
    return new FollowedPersons(session, today, findEmployers, BigInt(newest));
  }

  /** Begins a transaction. */
  async begin(): Promise<void> {
    this.changed.clear();
    this.joined.clear();
    this.followed = await this.changes.followed();
  }

  /** Excludes persons from the comparison, because they were joined in this transaction. @param ids values of `person.id` */
  leaveOut(ids: Iterable<string>): void {
    for (const id of ids) this.joined.add(id);
  }

  /** Remembers a person who was updated, if the job has changed. */
  note(id: string, after: PersonAfter): void {
    if (after.stored === null || !(this.followed.persons || this.followed.companies)) return;
    const before = this.changed.get(id)?.before ?? after.stored;
    if (this.changed.has(id) || hasOtherJob(before, after)) this.changed.set(id, { id, before, after });
  }

  /** Stores the signals about the changes of the transaction. It is called at the end of the transaction. */
  async store(): Promise<void> {
    const changed = [...this.changed.values()].filter(
      ({ id, before, after }) => !this.joined.has(id) && BigInt(id) <= this.newestAtStart && hasOtherJob(before, after),
    );
    if (changed.length === 0) return;
    const persons = this.followed.persons ? await this.changes.personsAmong(changed.map(({ id }) => id)) : none;
    const employers = changed.flatMap(({ after }) => after.companyId ?? []);
    const companies = this.followed.companies ? await this.changes.companiesAmong(employers) : none;
    const followed = changed.filter(({ id, after }) => persons.has(id) || companies.has(after.companyId ?? ''));
    const linked = await this.linked(followed);
    const known = await this.companiesOf(linked);
    const changes = linked.flatMap((person) => changesOfPerson(person, known, this.changes.today));
    await this.changes.store(
      changes.filter(({ follows, recordId }) => (follows === 'person' ? persons : companies).has(recordId)),
    );
  }

  /**
   * Sets the company of each person's former employer if the person was linked to none, and if such a company is stored by now. The
   * company may have been imported after the person. If the employer has stayed the same, the
   * person's present link to a company is also that of the former employer.
   */
  private async linked(changed: readonly ChangedPerson[]): Promise<ChangedPerson[]> {
    const former = changed.flatMap(({ before, after }) =>
      before.companyId === null && isKnown(before.employer) && !haveSameValues(before.employer, after.employer)
        ? [before.employer]
        : [],
    );
    const companyOf = former.length === 0 ? null : await this.findEmployers(former);
    return changed.map((one) => {
      const { before, after } = one;
      if (before.companyId !== null) return one;
      const companyId = haveSameValues(before.employer, after.employer)
        ? after.companyId
        : (companyOf?.(before.employer) ?? null);
      return { ...one, before: { ...before, companyId } };
    });
  }

  private async companiesOf(changed: readonly ChangedPerson[]): Promise<ReadonlyMap<string, KnownCompany>> {
    const ids = changed.flatMap(({ before, after }) => [before.companyId, after.companyId]);
    const known = [...new Set(ids.filter((id) => id !== null))];
    if (known.length === 0) return new Map();
    const rows = (await this.session.rows(findCompanies, [known])) as [string, string | null, string | null][];
    return new Map(rows.map(([id, name, website]) => [id, { name, website }]));
  }
}

/** Whether the job title or any value of the employer has changed. Most updates change neither, and need no further comparison. */
function hasOtherJob(before: PersonBefore, after: PersonAfter): boolean {
  return (
    before.jobTitle !== after.jobTitle ||
    before.companyId !== after.companyId ||
    !haveSameValues(before.employer, after.employer)
  );
}

function haveSameValues(one: Employer, other: Employer): boolean {
  return (['name', 'website', 'networkUrl', 'networkId'] as const).every((member) => one[member] === other[member]);
}
