// SQL for the follows in statements of other rooms, which join them with other tables or run in the transaction of an import.

/**
 * An expression for the ids of the tenants that follow a record, in alphabetical order.
 * @param id the expression for `company.id` or `person.id`
 */
export function followersOf(kind: 'company' | 'person', id: string): string {
  return `array(select tenant_id from ${kind}_follow where ${kind}_id = ${id} order by tenant_id)`;
}

/**
 * A statement that makes the tenants that follow an absorbed record follow the survivor.
 * @param pairs a table expression `j` of the pairs, with the columns `survivor` and `absorbed`
 */
export function moveFollowers(kind: 'company' | 'person', pairs: string): string {
  return `
    insert into ${kind}_follow (${kind}_id, tenant_id, by_enrichment)
    select j.survivor, t.tenant_id, bool_and(t.by_enrichment)
      from ${pairs} join ${kind}_follow t on t.${kind}_id = j.absorbed group by j.survivor, t.tenant_id
    on conflict (${kind}_id, tenant_id) do update set by_enrichment = false where not excluded.by_enrichment`;
}
