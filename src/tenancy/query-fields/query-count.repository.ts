import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CountSession } from './count-session.sql.js';

/**
 * SQL that says that companies have other employees than before, or employees of whom something else is known. It belongs
 * into the transaction that changes them. A company that is due already is locked until that transaction ends: who is
 * counting would otherwise take it for done without having seen the change.
 * @param companyIds a query for the ids, in one column
 */
export function markCountsDue(companyIds: string): string {
  return `
    insert into query_count_due (company_id)
    select distinct changed.company_id from (${companyIds}) as changed(company_id)
     where changed.company_id is not null order by changed.company_id
    on conflict (company_id) do update set company_id = excluded.company_id`;
}

@Injectable()
export class QueryCountRepository {
  constructor(private readonly database: Database) {}

  /** Whether there is anything to count; cheap enough to ask all the time. */
  async isWorkDue(): Promise<boolean> {
    const { rows } = await this.database.work.query<[boolean]>({
      name: 'query-count-due',
      text: `select exists (select from query_count_due)
                 or exists (select from query_field where counted_at is null and scope <> 'person')`,
      rowMode: 'array',
    });
    return rows[0]?.[0] === true;
  }

  async openSession(): Promise<CountSession> {
    return CountSession.open(this.database.url);
  }

  /** About how many persons there are, as the planner believes. */
  async estimatePersons(): Promise<number> {
    const { rows } = await this.database.work.query<[number]>({
      text: `select greatest(reltuples, 0)::float8 from pg_class where oid = 'person'::regclass`,
      rowMode: 'array',
    });
    return rows[0]?.[0] ?? 0;
  }
}
