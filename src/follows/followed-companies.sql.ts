// SQL for reading the followed values of many companies in the database session of an import.
import { changesOfCompany, type FollowedCompany } from './company-change.js';
import { FollowedChanges, type ImportTransaction } from './followed-changes.sql.js';

const followedValues = ['employee_count', 'size', 'funding_last_date', 'funding_last_type'];
const columns = 'c.id, c.name, c.website, c.employee_count, c.size, c.funding_last_date::text, c.funding_last_type';

/**
 * Reads those followed companies of the staging table for which the record has another headcount or funding round. Usually these are
 * few, so PostgreSQL should ask only for these whether a tenant follows them. With `offset 0` it asks for each company on its own; without
 * it, PostgreSQL may join all of them with `company_follow` first.
 */
const findBefore = (staging: string): string => `
  select ${columns} from ${staging} s join company c on c.id = s.company_id
   where (${followedValues.map((name) => `coalesce(s.${name} <> c.${name}, s.${name} is not null)`).join(' or ')})
     and exists (select from company_follow where company_id = c.id offset 0)`;
const findAfter = `select ${columns} from company c where id = any($1::bigint[]) order by id`;

type Row = [
  id: string,
  name: string | null,
  website: string | null,
  count: number | null,
  size: string | null,
  fundingDate: string | null,
  fundingType: string | null,
];

/**
 * Finds the changes of followed companies in one transaction of an import. It compares each company before its first update with
 * the same company at the end of the transaction. So if a file has a company twice, and the second record restores the values
 * that the first one has changed, there is no change.
 */
export class FollowedCompanies {
  private readonly changes: FollowedChanges;
  private readonly before = new Map<string, FollowedCompany>();
  private isFollowed = false;

  constructor(
    private readonly session: ImportTransaction,
    today: string,
    /** The table that has the values of the import by `company_id`. */
    private readonly staging: string,
  ) {
    this.changes = new FollowedChanges(session, today);
  }

  /** Begins a transaction. */
  async begin(): Promise<void> {
    this.before.clear();
    this.isFollowed = (await this.changes.followed()).companies;
  }

  /** Reads the followed companies that the rows of the staging table are about to change. */
  async beforeUpdate(): Promise<void> {
    if (!this.isFollowed) return;
    for (const company of await this.read(findBefore(this.staging))) {
      if (!this.before.has(company.id)) this.before.set(company.id, company);
    }
  }

  /** Stores the signals about the changes of the transaction. It is called at the end of the transaction. */
  async store(): Promise<void> {
    if (this.before.size === 0) return;
    const after = await this.read(findAfter, [[...this.before.keys()]]);
    await this.changes.store(
      after.flatMap((company) => {
        const before = this.before.get(company.id);
        return before === undefined ? [] : changesOfCompany(before, company, this.changes.today);
      }),
    );
  }

  private async read(sql: string, values: readonly unknown[] = []): Promise<FollowedCompany[]> {
    const rows = (await this.session.rows(sql, values)) as Row[];
    return rows.map(([id, name, website, employeeCount, size, fundingDate, fundingType]) => {
      return { id, name, website, employeeCount, size, fundingDate, fundingType };
    });
  }
}
