-- What was settled before is found again by the id of its hold, never through the index of pending holds: that one has an
-- entry for every hold of the last minutes, settled or not, until it is vacuumed, and each settlement would read them all.
-- The rest of a settlement is one statement instead of three.

-- As before, in what it decides and returns.
CREATE OR REPLACE FUNCTION credit_settle(
  hold_ids uuid[], tenant_ids text[], submissions int[], features credit_feature[], amounts int[]
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
    SELECT n.* FROM unnest(submissions, features, amounts) AS n(submission, feature, amount)
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
    SELECT held.*, coalesce(named.amount, 0) AS posted
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
           (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, posted_delta, pending_delta, created_at)
    SELECT tenant_id, feature, id, request_id, key_id, endpoint,
           CASE WHEN posted = 0 THEN 'void' ELSE 'post' END::credit_entry_kind, posted, -amount, moment
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

-- As before, but for how it finds the accounts to lock.
CREATE OR REPLACE FUNCTION credit_turn(
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
          SELECT h.tenant_id, h.feature FROM credit_hold h WHERE h.id = ANY (settled_hold_ids))
   ORDER BY a.tenant_id, a.feature FOR UPDATE OF a;

  RETURN QUERY
  SELECT s.submission, s.outcome, s.feature, s.remaining, s.granted
    FROM credit_settle(settled_hold_ids, settled_tenant_ids, settled_submissions, settled_features, settled_amounts) s;

  RETURN QUERY
  SELECT r.submission + cardinality(settled_hold_ids), r.outcome, r.feature, r.remaining, r.granted
    FROM credit_reserve(submissions, hold_ids, tenant_ids, request_ids, key_ids, endpoints, life_seconds, features, amounts) r;
END
$$;
