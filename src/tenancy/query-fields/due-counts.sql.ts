// SQL for a part of the transactions of imports and erasures, which locks what is due.
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
