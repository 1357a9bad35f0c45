-- Settlements and reservations in one commit. Apart, the two would wait for each other's commit wherever a tenant has many
-- requests under way, since both lock its accounts.
-- The accounts of both are locked first, in the order of the key: each function alone locks in that order, but one after the
-- other could close a circle. Settlements come first, so that what they give back can be reserved.
-- Returns what the functions return, the submissions of the reservations counted on behind those of the settlements.
CREATE FUNCTION credit_turn(
  settled_hold_ids uuid[], settled_tenant_ids text[],
  settled_submissions int[], settled_features credit_feature[], settled_amounts int[],
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM credit_account a
   WHERE (a.tenant_id, a.feature) IN
         (SELECT n.tenant_id, n.feature FROM unnest(tenant_ids, features) AS n(tenant_id, feature)
           UNION
          SELECT h.tenant_id, h.feature FROM credit_hold h WHERE h.id = ANY (settled_hold_ids) AND h.state = 'pending')
   ORDER BY a.tenant_id, a.feature FOR UPDATE OF a;

  RETURN QUERY
  SELECT s.submission, s.outcome, s.feature, s.remaining, s.granted
    FROM credit_settle(settled_hold_ids, settled_tenant_ids, settled_submissions, settled_features, settled_amounts) s;

  RETURN QUERY
  SELECT r.submission + cardinality(settled_hold_ids), r.outcome, r.feature, r.remaining, r.granted
    FROM credit_reserve(submissions, hold_ids, tenant_ids, request_ids, key_ids, endpoints, life_seconds, features, amounts) r;
END
$$;
