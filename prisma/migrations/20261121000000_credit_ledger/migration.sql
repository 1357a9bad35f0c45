-- The credit tables of the first migration were never used; these replace them.
DROP TABLE "credit_account", "credit_hold", "credit_entry";
DROP TYPE "credit_entry_kind";

CREATE TYPE "credit_entry_kind" AS ENUM ('grant', 'reserve', 'post', 'void', 'expire', 'unlimited', 'limited');

CREATE TABLE "credit_account" (
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "granted" BIGINT NOT NULL DEFAULT 0,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "pending" BIGINT NOT NULL DEFAULT 0,
    "is_unlimited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "credit_account_pkey" PRIMARY KEY ("tenant_id","feature"),
    -- Up to what a client can read exactly as a number.
    CONSTRAINT "credit_account_granted_check" CHECK (granted BETWEEN 0 AND 9007199254740991),
    CONSTRAINT "credit_account_posted_check" CHECK (posted >= 0),
    CONSTRAINT "credit_account_pending_check" CHECK (pending >= 0),
    CONSTRAINT "credit_account_limit_check" CHECK (is_unlimited OR posted + pending <= granted)
    -- Half of every page stays free for the next version of a row, so that updates touch no index.
) WITH (fillfactor = 50);

CREATE TABLE "credit_hold" (
    "id" UUID NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "key_id" TEXT,
    "endpoint" TEXT,
    "amount" INTEGER NOT NULL,
    "posted" INTEGER NOT NULL DEFAULT 0,
    "state" "hold_state" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "credit_hold_pkey" PRIMARY KEY ("id","feature"),
    CONSTRAINT "credit_hold_amount_check" CHECK (amount > 0),
    CONSTRAINT "credit_hold_posted_check" CHECK (posted BETWEEN 0 AND amount AND (posted > 0) = (state = 'posted')),
    CONSTRAINT "credit_hold_resolved_check" CHECK ((resolved_at IS NULL) = (state = 'pending'))
);

CREATE TABLE "credit_entry" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "hold_id" UUID,
    "request_id" TEXT,
    "key_id" TEXT,
    "endpoint" TEXT,
    "kind" "credit_entry_kind" NOT NULL,
    "granted_delta" BIGINT NOT NULL DEFAULT 0,
    "posted_delta" BIGINT NOT NULL DEFAULT 0,
    "pending_delta" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credit_entry_hold_check" CHECK ((hold_id IS NULL) = (kind IN ('grant', 'unlimited', 'limited'))),
    CONSTRAINT "credit_entry_delta_check" CHECK (CASE kind
      WHEN 'grant' THEN granted_delta > 0 AND posted_delta = 0 AND pending_delta = 0
      WHEN 'reserve' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta > 0
      WHEN 'post' THEN granted_delta = 0 AND posted_delta > 0 AND posted_delta <= -pending_delta
      WHEN 'void' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
      WHEN 'expire' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
      ELSE granted_delta = 0 AND posted_delta = 0 AND pending_delta = 0
    END)
);

-- What the sweep looks for.
CREATE INDEX "credit_hold_expires_at_idx" ON "credit_hold"("expires_at") WHERE state = 'pending';

CREATE INDEX "credit_entry_tenant_id_created_at_idx" ON "credit_entry"("tenant_id", "created_at");
CREATE INDEX "credit_entry_tenant_id_request_id_idx" ON "credit_entry"("tenant_id", "request_id");

-- A hold has one entry that reserves and at most one that resolves, for each feature.
CREATE UNIQUE INDEX "credit_entry_hold_once_idx" ON "credit_entry"("hold_id", "feature", (kind = 'reserve'))
  WHERE hold_id IS NOT NULL;

-- Not with its tenant: its entries would stay behind, and the next tenant of that name would find them.
ALTER TABLE "credit_account" ADD CONSTRAINT "credit_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE FUNCTION credit_entry_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_entry is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER credit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION credit_entry_refuse_change();

-- The three functions below are all that touches holds, and `posted` and `pending` of accounts. What holds for each:
--   - It takes a batch, because a commit costs more than a hundred decisions. Arrays of one group are of the same length.
--   - It first locks every account concerned, in the order of the key, so that processes cannot block each other in a
--     circle. In READ COMMITTED each later statement sees what others have committed before the locks were given, which is
--     what the decisions rely on; a caller's own transaction must therefore be of that level.
--   - A lock lasts until commit, so a caller's own transaction should call it last.
--   - The clock is read after the locks: who has waited must not go by the time of its beginning.
--   - Plans are kept by each connection, and those made while the tables are small would read them whole for ever.

-- Decides on submissions in their order. All arrays have one element for each amount; those of a submission stand side by
-- side. An amount of 0 asks for the balance only. All amounts of a submission are reserved, or none.
-- Returns for each amount: reserved, refused, or known (the hold is stored already, and nothing happens), and what remains
-- at that point (null for no limit) of how much that was granted.
CREATE FUNCTION credit_reserve(
  submissions int[], hold_ids uuid[], tenant_ids text[], request_ids text[], key_ids text[], endpoints text[],
  life_seconds int[], features credit_feature[], amounts int[]
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
      -- Without a limit `free` is null, and the comparison not true.
      IF verdict = 'reserved' AND amounts[part] > 0 AND (place IS NULL OR free[place] < amounts[part]) THEN
        verdict := 'refused';
      END IF;
    END LOOP;

    FOR part IN first..last LOOP
      place := account_of[part];
      IF verdict = 'reserved' AND amounts[part] > 0 THEN
        free[place] := free[place] - amounts[part];
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
      FROM unnest(hold_ids, features, tenant_ids, request_ids, key_ids, endpoints, amounts, life_seconds, outcomes)
           AS n(hold_id, feature, tenant_id, request_id, key_id, endpoint, amount, life_seconds, outcome)
     WHERE n.outcome = 'reserved' AND n.amount > 0
  ), held AS (
    INSERT INTO credit_hold (id, feature, tenant_id, request_id, key_id, endpoint, amount, created_at, expires_at)
    SELECT hold_id, feature, tenant_id, request_id, key_id, endpoint, amount, moment, moment + make_interval(secs => life_seconds)
      FROM admitted
  ), entered AS (
    INSERT INTO credit_entry (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, pending_delta, created_at)
    SELECT tenant_id, feature, hold_id, request_id, key_id, endpoint, 'reserve', amount, moment FROM admitted
  )
  UPDATE credit_account a SET pending = a.pending + total.amount
    FROM (SELECT tenant_id, feature, sum(amount) AS amount FROM admitted GROUP BY tenant_id, feature) total
   WHERE a.tenant_id = total.tenant_id AND a.feature = total.feature;

  RETURN QUERY SELECT n.* FROM unnest(submissions, outcomes, features, remainders, grants) AS n;
END
$$;

-- Decides on submissions in their order. `hold_ids` and `tenant_ids` have one element for each submission, the other arrays
-- one for each amount, with the number of its submission, counted from 1. A feature of the hold that no amount names is
-- settled with 0, which voids it.
-- Returns for each submission and each feature of its hold or its amounts (one row with null where there is none):
-- settled, gone (no pending hold of that id and tenant: unknown, expired, settled before), or excess (more than the hold
-- has, and nothing happens), and what remains after the whole batch (null for no limit) of how much that was granted.
CREATE FUNCTION credit_settle(
  hold_ids uuid[], tenant_ids text[], submissions int[], features credit_feature[], amounts int[]
) RETURNS TABLE (submission int, outcome text, feature credit_feature, remaining bigint, granted bigint)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  outcomes text[];
  moment timestamptz;
BEGIN
  PERFORM FROM credit_account a
   WHERE (a.tenant_id, a.feature) IN
         (SELECT h.tenant_id, h.feature FROM credit_hold h WHERE h.id = ANY (hold_ids) AND h.state = 'pending')
   ORDER BY a.tenant_id, a.feature FOR UPDATE OF a;
  moment := clock_timestamp();

  WITH asked AS (
    SELECT n.* FROM unnest(hold_ids, tenant_ids) WITH ORDINALITY AS n(hold_id, tenant_id, submission)
  ), named AS (
    SELECT n.* FROM unnest(submissions, features, amounts) AS n(submission, feature, amount)
  ), held AS (
    SELECT asked.submission, h.feature, h.amount
      FROM asked JOIN credit_hold h ON h.id = asked.hold_id AND h.tenant_id = asked.tenant_id
     WHERE h.state = 'pending' AND h.expires_at > moment
  ), weighed AS (
    SELECT submission, count(held.amount) > 0 AS is_pending,
           bool_or(coalesce(named.amount, 0) > coalesce(held.amount, 0)) AS is_excessive
      FROM held FULL JOIN named USING (submission, feature) GROUP BY submission
  ), compared AS (
    SELECT submission, coalesce(is_pending, false) AS is_pending,
           min(submission) FILTER (WHERE is_pending AND NOT is_excessive) OVER (PARTITION BY hold_id, tenant_id) AS winner
      FROM asked LEFT JOIN weighed USING (submission)
  )
  SELECT array_agg(CASE
           WHEN NOT is_pending OR submission > winner THEN 'gone'
           WHEN submission = winner THEN 'settled'
           ELSE 'excess' END ORDER BY submission)
    INTO outcomes FROM compared;

  WITH due AS (
    SELECT asked.hold_id, h.feature, coalesce(named.amount, 0) AS posted
      FROM unnest(hold_ids, tenant_ids, outcomes) WITH ORDINALITY AS asked(hold_id, tenant_id, outcome, submission)
      JOIN credit_hold h ON h.id = asked.hold_id AND h.tenant_id = asked.tenant_id
      LEFT JOIN unnest(submissions, features, amounts) AS named(submission, feature, amount)
             ON named.submission = asked.submission AND named.feature = h.feature
     WHERE asked.outcome = 'settled' AND h.state = 'pending' AND h.expires_at > moment
  ), resolved AS (
    UPDATE credit_hold h
       SET posted = due.posted, resolved_at = moment,
           state = CASE WHEN due.posted = 0 THEN 'voided' ELSE 'posted' END::hold_state
      FROM due WHERE h.id = due.hold_id AND h.feature = due.feature AND h.state = 'pending'
    RETURNING h.id, h.feature, h.tenant_id, h.request_id, h.key_id, h.endpoint, h.amount, h.posted
  ), entered AS (
    INSERT INTO credit_entry
           (tenant_id, feature, hold_id, request_id, key_id, endpoint, kind, posted_delta, pending_delta, created_at)
    SELECT tenant_id, feature, id, request_id, key_id, endpoint,
           CASE WHEN posted = 0 THEN 'void' ELSE 'post' END::credit_entry_kind, posted, -amount, moment
      FROM resolved
  )
  UPDATE credit_account a SET posted = a.posted + total.posted, pending = a.pending - total.amount
    FROM (SELECT tenant_id, feature, sum(posted) AS posted, sum(amount) AS amount
            FROM resolved GROUP BY tenant_id, feature) total
   WHERE a.tenant_id = total.tenant_id AND a.feature = total.feature;

  RETURN QUERY
  WITH asked AS (
    SELECT n.* FROM unnest(hold_ids, tenant_ids, outcomes) WITH ORDINALITY AS n(hold_id, tenant_id, outcome, submission)
  ), concerned AS (
    SELECT n.submission, n.feature FROM unnest(submissions, features) AS n(submission, feature)
     UNION
    SELECT asked.submission, h.feature
      FROM asked JOIN credit_hold h ON h.id = asked.hold_id AND h.tenant_id = asked.tenant_id
  )
  SELECT asked.submission::int, asked.outcome, concerned.feature,
         CASE WHEN a.tenant_id IS NULL THEN 0 WHEN NOT a.is_unlimited THEN a.granted - a.posted - a.pending END,
         coalesce(a.granted, 0)
    FROM asked
    LEFT JOIN concerned ON concerned.submission = asked.submission
    LEFT JOIN credit_account a ON a.tenant_id = asked.tenant_id AND a.feature = concerned.feature;
END
$$;

-- Gives back what holds have reserved whose time is over, the oldest first and at most `most` of them.
-- Returns how many those were. Where another process is at the same ones, that can be fewer than there are.
CREATE FUNCTION credit_sweep(most int) RETURNS int LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  overdue_ids uuid[];
  overdue_features credit_feature[];
  moment timestamptz := clock_timestamp();
  swept int;
BEGIN
  SELECT array_agg(overdue.id), array_agg(overdue.feature) INTO overdue_ids, overdue_features
    FROM (SELECT h.id, h.feature FROM credit_hold h WHERE h.state = 'pending' AND h.expires_at <= moment
           ORDER BY h.expires_at LIMIT most) overdue;
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
