-- What a request costs is known before it has reserved anything when little had to be looked up. Such a request then takes
-- one step instead of two: it is admitted only if the most that it might have cost is there, as by a reservation, and charged at once.

-- Decides on submissions in their order, as `credit_reserve` did. `costs` has, for each amount, what of it is charged at
-- once, and null where the amount stays reserved until it is settled. What remains is told with the costs taken off.
CREATE FUNCTION credit_book(
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[], costs int[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  account_of int[];   -- by amount: a place in `free`, or null where there is no account
  grants bigint[];    -- by amount
  free bigint[];      -- by account: null for no limit
  taken uuid[];
  outcomes text[] := array_fill(NULL::text, ARRAY[cardinality(amounts)]);
  remainders bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(amounts)]);
  verdict text;
  place int;
  first int := 1;
  last int;
  moment timestamptz;
BEGIN
  WITH locked AS MATERIALIZED (
    SELECT a.tenant_id, a.feature, a.granted, CASE WHEN NOT a.is_unlimited THEN a.granted - a.posted - a.pending END AS free
      FROM credit_account a
     WHERE (a.tenant_id, a.feature) IN (SELECT n.tenant_id, n.feature FROM unnest(tenant_ids, features) AS n(tenant_id, feature))
     ORDER BY a.tenant_id, a.feature FOR UPDATE OF a
  ), account AS MATERIALIZED (
    SELECT tenant_id, feature, granted, free, row_number() OVER () AS place FROM locked
  )
  SELECT array_agg(a.place ORDER BY n.part), array_agg(coalesce(a.granted, 0) ORDER BY n.part),
         (SELECT array_agg(free ORDER BY place) FROM account)
    INTO account_of, grants, free
    FROM unnest(tenant_ids, features) WITH ORDINALITY AS n(tenant_id, feature, part)
    LEFT JOIN account a ON a.tenant_id = n.tenant_id AND a.feature = n.feature;

  taken := ARRAY(SELECT h.id FROM credit_hold h WHERE h.id = ANY (hold_ids));

  WHILE first <= cardinality(amounts) LOOP
    last := first;
    WHILE submissions[last + 1] = submissions[first] LOOP last := last + 1; END LOOP;

    verdict := CASE WHEN hold_ids[first] = ANY (taken) THEN 'known' ELSE 'reserved' END;
    FOR part IN first..last LOOP
      place := account_of[part];
      IF verdict = 'reserved' AND amounts[part] > 0 AND (place IS NULL OR free[place] < amounts[part]) THEN
        verdict := 'refused';
      END IF;
    END LOOP;

    FOR part IN first..last LOOP
      place := account_of[part];
      IF verdict = 'reserved' AND amounts[part] > 0 THEN
        free[place] := free[place] - coalesce(costs[part], amounts[part]);
        taken := taken || hold_ids[first];
      END IF;
      outcomes[part] := verdict;
      remainders[part] := CASE WHEN place IS NULL THEN 0 ELSE free[place] END;
    END LOOP;
    first := last + 1;
  END LOOP;

  moment := clock_timestamp();
  WITH admitted AS MATERIALIZED (
    SELECT n.*
      FROM unnest(hold_ids, features, tenant_ids, request_ids, key_ids, endpoints, amounts, life_seconds, outcomes, costs)
           AS n(hold_id, feature, tenant_id, request_id, key_id, endpoint, amount, life_seconds, outcome, cost)
     WHERE n.outcome = 'reserved' AND n.amount > 0
  ), held AS (
    INSERT INTO credit_hold
           (id, feature, tenant_id, request_id, key_id, endpoint, amount, created_at, expires_at, posted, resolved_at, state)
    SELECT hold_id, feature, tenant_id, request_id, key_id, endpoint, amount,
           moment, moment + make_interval(secs => life_seconds), coalesce(cost, 0), CASE WHEN cost IS NOT NULL THEN moment END,
           CASE WHEN cost IS NULL THEN 'pending' WHEN cost = 0 THEN 'voided' ELSE 'posted' END::hold_state
      FROM admitted
  ), entered AS (
    INSERT INTO credit_entry
           (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, pending_delta, posted_delta, created_at)
    SELECT tenant_id, feature, hold_id, request_id, key_id, endpoint, 'reserve', amount, 0, moment FROM admitted
     UNION ALL
    SELECT tenant_id, feature, hold_id, request_id, key_id, endpoint,
           CASE WHEN cost = 0 THEN 'void' ELSE 'post' END::credit_entry_kind, -amount, cost, moment
      FROM admitted WHERE cost IS NOT NULL
  )
  UPDATE credit_account a SET pending = a.pending + total.pending, posted = a.posted + total.posted
    FROM (SELECT tenant_id, feature, coalesce(sum(amount) FILTER (WHERE cost IS NULL), 0) AS pending,
                 coalesce(sum(cost), 0) AS posted
            FROM admitted GROUP BY tenant_id, feature) total
   WHERE a.tenant_id = total.tenant_id AND a.feature = total.feature;

  RETURN QUERY SELECT n.* FROM unnest(submissions, outcomes, features, remainders, grants) AS n;
END
$$;

-- The same as before, for processes of the version before, which may be running still.
CREATE OR REPLACE FUNCTION credit_reserve(
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE sql AS $$
  SELECT * FROM credit_book(submissions, hold_ids, tenant_ids, request_ids, key_ids, endpoints, life_seconds, features,
                            amounts, NULL)
$$;

-- As the function of this name before, with costs.
CREATE FUNCTION credit_turn(
  settled_hold_ids uuid[], settled_tenant_ids text[],
  settled_submissions int[], settled_features credit_feature[], settled_amounts int[],
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[], costs int[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM credit_account a
   WHERE (a.tenant_id, a.feature) IN
         (SELECT n.tenant_id, n.feature FROM unnest(tenant_ids, features) AS n(tenant_id, feature)
           UNION
          SELECT h.tenant_id, h.feature FROM credit_hold h WHERE h.id = ANY (settled_hold_ids))
   ORDER BY a.tenant_id, a.feature FOR UPDATE OF a;

  RETURN QUERY
  SELECT s.submission, s.outcome, s.feature, s.remaining, s.granted
    FROM credit_settle(settled_hold_ids, settled_tenant_ids, settled_submissions, settled_features, settled_amounts) s;

  RETURN QUERY
  SELECT r.submission + cardinality(settled_hold_ids), r.outcome, r.feature, r.remaining, r.granted
    FROM credit_book(submissions, hold_ids, tenant_ids, request_ids, key_ids, endpoints, life_seconds, features,
                     amounts, costs) r;
END
$$;
