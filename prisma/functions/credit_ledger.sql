CREATE OR REPLACE FUNCTION credit_entry_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_entry is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER credit_entry_append_only BEFORE UPDATE OR TRUNCATE ON "credit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION credit_entry_refuse_change();

CREATE OR REPLACE TRIGGER credit_entry_kept BEFORE DELETE ON "credit_entry" FOR EACH ROW
  WHEN (current_setting('data_access.deleted_tenant', true) IS DISTINCT FROM OLD.tenant_id)
  EXECUTE FUNCTION credit_entry_refuse_change();

-- Only the functions below change holds, and the columns `posted` and `pending` of accounts. For each of these functions:
--   - A call has the amounts of many requests, because a commit costs more than the decisions about a hundred amounts.
--   - It first locks all accounts in the order of their key, which prevents deadlocks. A transaction that calls it must have the
--     isolation level READ COMMITTED. Then every statement after the lock sees what was committed before the lock was granted.
--   - The locks last until the commit, so the call should be the last statement of its transaction.
--   - The clock is read after the locks are granted, because a call may have waited for them.
--   - Sequential scans are disabled, because connections keep plans that were made when the tables were small.

-- Reserves the credits of submissions, one after the other, and charges at once those whose cost is known. A submission has all amounts
-- of one request. Either all of its amounts are reserved or none.
-- Parameters: all arrays have one element for each amount; the amounts of one submission are adjacent.
-- - For an amount of 0 nothing is reserved, and only the balance is returned.
-- - `costs` has the credits to charge at once, or null for an amount that stays reserved until its settlement.
-- - `identifiers` and `matches` count the identifiers and the matches of the request of a charged submission. They are stored with one
--   amount of the submission, and are null for its other amounts.
-- - `explanations` tells for each amount which identifiers it was charged for, see the column of `credit_entry`.
-- Earlier versions of these functions do not have the parameter `explanations`. In a database that was upgraded they still exist, because
-- processes of the earlier version call them during an upgrade.
-- Returns for each amount:
-- - the outcome: `reserved`, `refused`, or `known` (a hold with this id exists already, and nothing is changed);
-- - the remaining credits after this submission, null for unlimited;
-- - the granted credits.
CREATE OR REPLACE FUNCTION credit_book(
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[], costs int[], identifiers int[], matches int[],
  explanations text[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  account_of int[];   -- for each amount, the place of its account in `free`; null without an account
  grants bigint[];    -- for each amount, the granted credits
  free bigint[];      -- for each account, the remaining credits; null for no limit
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
      FROM unnest(hold_ids, features, tenant_ids, request_ids, key_ids, endpoints, amounts, life_seconds, outcomes, costs,
                  credit_book.identifiers, matches, explanations)
           AS n(hold_id, feature, tenant_id, request_id, key_id, endpoint, amount, life_seconds, outcome, cost,
                identifiers, matched, explanation)
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
           (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, pending_delta, posted_delta, created_at,
            identifiers, matched, explanation)
    SELECT tenant_id, feature, hold_id, request_id, key_id, endpoint, 'reserve', amount, 0, moment, NULL::int, NULL::int,
           NULL::text
      FROM admitted
     UNION ALL
    SELECT tenant_id, feature, hold_id, request_id, key_id, endpoint,
           CASE WHEN cost = 0 THEN 'void' ELSE 'post' END::credit_entry_kind, -amount, cost, moment, identifiers, matched, explanation
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

-- Settles the holds of submissions: charges the amounts and releases the rest.
-- Parameters:
-- - `hold_ids` and `tenant_ids` have one element for each submission.
-- - All other arrays have one element for each amount. The element of `submissions` is the number of the submission to which the amount
--   belongs: 1 for the first element of `hold_ids`.
-- - If a hold has a feature for which no amount is given, all reserved credits of the feature are released.
-- - `identifiers`, `matches` and `explanations` are as in `credit_book`.
-- Returns for each submission one row for each feature of its hold or of its amounts. If there is no feature, it returns one row with
-- null as the feature. A row has:
-- - the outcome: `settled`, `gone` (the tenant has no pending hold with this id), or `excess` (an amount is higher than the hold, and
--   nothing is changed);
-- - the remaining credits after the whole batch, null for unlimited;
-- - the granted credits.
-- Holds are found by their id. The index of pending holds would be slow, because it has entries of all recent holds until it is vacuumed.
CREATE OR REPLACE FUNCTION credit_settle(
  hold_ids uuid[], tenant_ids text[], submissions int[], features credit_feature[], amounts int[],
  identifiers int[], matches int[], explanations text[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz;
BEGIN
  PERFORM FROM credit_account a
   WHERE (a.tenant_id, a.feature) IN (SELECT h.tenant_id, h.feature FROM credit_hold h WHERE h.id = ANY (hold_ids))
   ORDER BY a.tenant_id, a.feature FOR UPDATE OF a;
  moment := clock_timestamp();

  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT n.hold_id, n.tenant_id, n.submission::int AS submission
      FROM unnest(hold_ids, tenant_ids) WITH ORDINALITY AS n(hold_id, tenant_id, submission)
  ), named AS MATERIALIZED (
    SELECT n.* FROM unnest(submissions, features, amounts, credit_settle.identifiers, matches, explanations)
                    AS n(submission, feature, amount, identifiers, matched, explanation)
  ), held AS MATERIALIZED (
    SELECT asked.submission, h.id, h.feature, h.tenant_id, h.request_id, h.key_id, h.endpoint, h.amount,
           h.state = 'pending' AND h.expires_at > moment AS is_pending
      FROM asked JOIN credit_hold h ON h.id = asked.hold_id AND h.tenant_id = asked.tenant_id
  ), weighed AS (
    SELECT submission, coalesce(bool_or(is_pending), false) AS is_pending,
           bool_or(coalesce(named.amount, 0) > CASE WHEN is_pending THEN held.amount ELSE 0 END) AS is_excessive
      FROM held FULL JOIN named USING (submission, feature) GROUP BY submission
  ), compared AS (
    SELECT submission, coalesce(is_pending, false) AS is_pending,
           min(submission) FILTER (WHERE is_pending AND NOT is_excessive) OVER (PARTITION BY hold_id, tenant_id) AS winner
      FROM asked LEFT JOIN weighed USING (submission)
  ), judged AS MATERIALIZED (
    SELECT submission, CASE
             WHEN NOT is_pending OR submission > winner THEN 'gone'
             WHEN submission = winner THEN 'settled'
             ELSE 'excess' END AS outcome
      FROM compared
  ), due AS MATERIALIZED (
    SELECT held.*, coalesce(named.amount, 0) AS posted, named.identifiers, named.matched, named.explanation
      FROM judged JOIN held USING (submission) LEFT JOIN named USING (submission, feature)
     WHERE judged.outcome = 'settled' AND held.is_pending
  ), total AS MATERIALIZED (
    SELECT tenant_id, feature, sum(posted) AS posted, sum(amount) AS amount FROM due GROUP BY tenant_id, feature
  ), resolved AS (
    UPDATE credit_hold h
       SET posted = due.posted, resolved_at = moment,
           state = CASE WHEN due.posted = 0 THEN 'voided' ELSE 'posted' END::hold_state
      FROM due WHERE h.id = due.id AND h.feature = due.feature
  ), entered AS (
    INSERT INTO credit_entry
           (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, posted_delta, pending_delta, created_at,
            identifiers, matched, explanation)
    SELECT tenant_id, feature, id, request_id, key_id, endpoint,
           CASE WHEN posted = 0 THEN 'void' ELSE 'post' END::credit_entry_kind, posted, -amount, moment, identifiers, matched, explanation
      FROM due
  ), charged AS (
    UPDATE credit_account a SET posted = a.posted + total.posted, pending = a.pending - total.amount
      FROM total WHERE a.tenant_id = total.tenant_id AND a.feature = total.feature
  ), concerned AS (
    SELECT submission, feature FROM named UNION SELECT submission, feature FROM held
  )
  SELECT asked.submission, judged.outcome, concerned.feature,
         CASE WHEN a.tenant_id IS NULL THEN 0
              WHEN NOT a.is_unlimited
              THEN (a.granted - a.posted - a.pending + coalesce(total.amount - total.posted, 0))::bigint END,
         coalesce(a.granted, 0)
    FROM asked
    JOIN judged USING (submission)
    LEFT JOIN concerned USING (submission)
    LEFT JOIN credit_account a ON a.tenant_id = asked.tenant_id AND a.feature = concerned.feature
    LEFT JOIN total ON total.tenant_id = asked.tenant_id AND total.feature = concerned.feature;
END
$$;

-- Settles holds and then makes reservations, in one transaction. In separate transactions they would wait for each other's locks, if a
-- tenant has many concurrent requests. Settlements come first, so that the credits that they release can be reserved.
-- The accounts of all settlements and reservations are locked first, in the order of their key. If `credit_settle` and `credit_book` each
-- locked their own accounts, two batches could deadlock.
-- Returns the rows of `credit_settle` and then those of `credit_book`. The submissions of reservations are numbered after those of
-- settlements.
-- The function was called credit_turn before. A database that was upgraded keeps a function of that name, because processes of the
-- earlier version call it during an upgrade.
CREATE OR REPLACE FUNCTION apply_credit_batch(
  settled_hold_ids uuid[], settled_tenant_ids text[],
  settled_submissions int[], settled_features credit_feature[], settled_amounts int[],
  settled_identifiers int[], settled_matches int[], settled_explanations text[],
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[], costs int[], identifiers int[], matches int[],
  explanations text[]
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
    FROM credit_settle(settled_hold_ids, settled_tenant_ids, settled_submissions, settled_features, settled_amounts,
                       settled_identifiers, settled_matches, settled_explanations) s;

  RETURN QUERY
  SELECT r.submission + cardinality(settled_hold_ids), r.outcome, r.feature, r.remaining, r.granted
    FROM credit_book(submissions, hold_ids, tenant_ids, request_ids, key_ids, endpoints, life_seconds, features,
                     amounts, costs, apply_credit_batch.identifiers, matches, explanations) r;
END
$$;

-- Releases expired holds, the oldest first, at most `max_holds`.
-- Returns the number of released holds. Holds that another process has settled or released meanwhile are not counted.
CREATE OR REPLACE FUNCTION credit_sweep(max_holds int) RETURNS int LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  overdue_ids uuid[];
  overdue_features credit_feature[];
  moment timestamptz := clock_timestamp();
  swept int;
BEGIN
  SELECT array_agg(overdue.id), array_agg(overdue.feature) INTO overdue_ids, overdue_features
    FROM (SELECT h.id, h.feature FROM credit_hold h WHERE h.state = 'pending' AND h.expires_at <= moment
           ORDER BY h.expires_at LIMIT max_holds) overdue;
  IF overdue_ids IS NULL THEN RETURN 0; END IF;

  PERFORM FROM credit_account a
   WHERE (a.tenant_id, a.feature) IN
         (SELECT h.tenant_id, h.feature
            FROM unnest(overdue_ids, overdue_features) AS n(id, feature) JOIN credit_hold h USING (id, feature))
   ORDER BY a.tenant_id, a.feature FOR UPDATE OF a;
  moment := clock_timestamp();

  WITH resolved AS (
    UPDATE credit_hold h SET state = 'expired', resolved_at = moment
      FROM unnest(overdue_ids, overdue_features) AS n(id, feature)
     WHERE h.id = n.id AND h.feature = n.feature AND h.state = 'pending'
    RETURNING h.id, h.feature, h.tenant_id, h.request_id, h.key_id, h.endpoint, h.amount
  ), entered AS (
    INSERT INTO credit_entry (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, pending_delta, created_at)
    SELECT tenant_id, feature, id, request_id, key_id, endpoint, 'expire', -amount, moment FROM resolved
  ), released AS (
    UPDATE credit_account a SET pending = a.pending - total.amount
      FROM (SELECT tenant_id, feature, sum(amount) AS amount FROM resolved GROUP BY tenant_id, feature) total
     WHERE a.tenant_id = total.tenant_id AND a.feature = total.feature
  )
  SELECT count(*) INTO swept FROM resolved;
  RETURN swept;
END
$$;
