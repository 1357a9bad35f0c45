/** For each rule of the ledger a query that finds its violations. A violation is a row with one column, a readable text. */
export const creditRules = new Map([
  [
    'an account is the sum of its entries',
    `select concat_ws(' ', tenant_id, feature, 'has', a.granted, a.posted, a.pending, 'entries say', e.granted, e.posted, e.pending)
       from credit_account a
       full join (select tenant_id, feature, sum(granted_delta) as granted, sum(posted_delta) as posted,
                         sum(pending_delta) as pending
                    from credit_entry group by tenant_id, feature) e using (tenant_id, feature)
      where (a.granted, a.posted, a.pending)
            is distinct from (coalesce(e.granted, 0), coalesce(e.posted, 0), coalesce(e.pending, 0))`,
  ],
  [
    'an account is the sum of its holds',
    `select concat_ws(' ', tenant_id, feature, 'has', a.posted, a.pending, 'holds say', h.posted, h.pending)
       from credit_account a
       full join (select tenant_id, feature, sum(posted) as posted,
                         coalesce(sum(amount) filter (where state = 'pending'), 0) as pending
                    from credit_hold group by tenant_id, feature) h using (tenant_id, feature)
       left join (select tenant_id, feature, sum(posted_delta) as posted
                    from credit_entry where kind = 'opening' group by tenant_id, feature) o using (tenant_id, feature)
      where (a.posted, a.pending) is distinct from (coalesce(h.posted, 0) + coalesce(o.posted, 0), coalesce(h.pending, 0))`,
  ],
  [
    'no account is overdrawn',
    `select concat_ws(' ', tenant_id, feature, 'has', granted, posted, pending) from credit_account
      where least(granted, posted, pending) < 0 or (not is_unlimited and posted + pending > granted)`,
  ],
  [
    'the last word on the limit of an account is its own',
    `select concat_ws(' ', tenant_id, feature, 'is unlimited:', is_unlimited) from credit_account
      where is_unlimited is distinct from coalesce(
              (select kind = 'unlimited' from credit_entry e
                where e.tenant_id = credit_account.tenant_id and e.feature = credit_account.feature
                  and kind in ('unlimited', 'limited') order by id desc limit 1), false)`,
  ],
  [
    'a hold is reserved once, with its own numbers',
    `select concat_ws(' ', h.id, h.feature, 'reserves', h.amount, 'entries say', e.amounts)
       from credit_hold h
       full join (select hold_id as id, feature, min(tenant_id) as tenant_id, array_agg(pending_delta) as amounts
                    from credit_entry where kind = 'reserve' group by hold_id, feature) e using (id, feature)
       left join (select tenant_id, feature, max(created_at) as boundary
                    from credit_entry where kind = 'opening' group by tenant_id, feature) o
              on o.tenant_id = h.tenant_id and o.feature = h.feature
      where not (e.id is null and h.created_at < coalesce(o.boundary, '-infinity')) and (h.tenant_id is distinct from e.tenant_id or array[h.amount::bigint] is distinct from e.amounts)`,
  ],
  [
    'a hold is resolved once when it is resolved, with its own numbers',
    `select concat_ws(' ', h.id, h.feature, h.state, 'posts', h.posted, 'of', h.amount, 'entries say', e.resolutions)
       from credit_hold h
       full join (select hold_id as id, feature,
                         array_agg(concat_ws(' ', tenant_id, kind, posted_delta, pending_delta)) as resolutions
                    from credit_entry where kind in ('post', 'void', 'expire') group by hold_id, feature) e using (id, feature)
      where e.resolutions is distinct from case h.state
              when 'pending' then null
              when 'posted' then array[concat_ws(' ', h.tenant_id, 'post', h.posted, -h.amount)]
              when 'voided' then array[concat_ws(' ', h.tenant_id, 'void', 0, -h.amount)]
              when 'expired' then array[concat_ws(' ', h.tenant_id, 'expire', 0, -h.amount)] end`,
  ],
  [
    'a hold ends in the same way for all its features',
    `select concat_ws(' ', id, array_agg(state)) from credit_hold group by id
     having count(*) filter (where state in ('posted', 'voided')) not in (0, count(*)) or count(distinct expires_at) > 1`,
  ],
  [
    'a request has its identifiers in one entry',
    `select concat_ws(' ', hold_id, array_agg(identifiers)) from credit_entry where identifiers is not null
      group by hold_id having count(*) > 1`,
  ],
]);
