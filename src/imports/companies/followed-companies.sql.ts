// SQL for reads of several columns of many companies in the session of an import.
import { FollowedChanges } from '../merging/followed-changes.sql.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { changesOfCompany, type FollowedCompany } from './company-change.js';

const columns = 'id, name, website, employee_count, size, funding_last_date::text, funding_last_type';
const findBefore = `
  select ${columns} from company c
   where id = any($1::bigint[]) and exists (select from company_follow where company_id = c.id)`;
const findAfter = `select ${columns} from company where id = any($1::bigint[]) order by id`;

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
 * Finds the changes of followed companies in one transaction of an import: it compares the companies before their first update with the
 * companies at the end. A file that names a company twice is therefore no change unless the outcome is another.
 */
export class FollowedCompanies {
  private readonly changes: FollowedChanges;
  private readonly before = new Map<string, FollowedCompany>();
  private isFollowed = false;

  constructor(
    private readonly session: ImportSession,
    today: string,
  ) {
    this.changes = new FollowedChanges(session, today);
  }

  /** Begins a transaction. */
  async begin(): Promise<void> {
    this.before.clear();
    this.isFollowed = (await this.changes.followed()).companies;
  }

  /** Called before companies are updated. @param ids values of `company.id` */
  async beforeUpdate(ids: readonly string[]): Promise<void> {
    if (!this.isFollowed) return;
    const unknown = ids.filter((id) => !this.before.has(id));
    for (const company of await this.read(findBefore, unknown)) this.before.set(company.id, company);
  }

  /** Makes the signals of the transaction, at its end. */
  async store(): Promise<void> {
    if (this.before.size === 0) return;
    const after = await this.read(findAfter, [...this.before.keys()]);
    await this.changes.store(
      after.flatMap((company) => {
        const before = this.before.get(company.id);
        return before === undefined ? [] : changesOfCompany(before, company, this.changes.today);
      }),
    );
  }

  private async read(sql: string, ids: readonly string[]): Promise<FollowedCompany[]> {
    const rows = (await this.session.rows(sql, [ids])) as Row[];
    return rows.map(([id, name, website, employeeCount, size, fundingDate, fundingType]) => {
      return { id, name, website, employeeCount, size, fundingDate, fundingType };
    });
  }
}
