-- The sums of a tenant's ledger entries from the first to the last day, by day, feature, endpoint and key. A run that an operator started
-- has neither endpoint nor key; both are the empty text for it.
-- A request has one entry of the kind `reserve` for each feature. One entry of the request also has the number of its identifiers, so the
-- entries with such a number are counted as the requests. A prospecting run has no identifiers; its one reservation is counted as its
-- request.
CREATE OR REPLACE FUNCTION usage_of_entries(of_tenant text, first_day date, last_day date) RETURNS TABLE (
  day date, feature credit_feature, endpoint text, key_id text, reserved bigint, charged bigint, released bigint,
  reservations bigint, requests bigint, identifiers bigint, matched bigint
) LANGUAGE sql STABLE AS $$
  SELECT (e.created_at AT TIME ZONE 'UTC')::date, e.feature, coalesce(e.endpoint, ''), coalesce(e.key_id, ''),
         coalesce(sum(e.pending_delta) FILTER (WHERE e.kind = 'reserve'), 0)::bigint,
         sum(e.posted_delta)::bigint,
         coalesce(-sum(e.pending_delta + e.posted_delta) FILTER (WHERE e.kind <> 'reserve'), 0)::bigint,
         count(*) FILTER (WHERE e.kind = 'reserve'),
         count(*) FILTER (WHERE e.identifiers IS NOT NULL OR e.kind = 'reserve' AND e.feature = 'prospecting'),
         coalesce(sum(e.identifiers), 0), coalesce(sum(e.matched), 0)
    FROM credit_entry e
   WHERE e.tenant_id = of_tenant AND e.kind IN ('reserve', 'post', 'void', 'expire')
     AND e.created_at >= first_day::timestamp AT TIME ZONE 'UTC'
     AND e.created_at < (last_day + 1)::timestamp AT TIME ZONE 'UTC'
   GROUP BY 1, 2, 3, 4
$$;

-- Sums up the next day that has ended. The time of an entry is set shortly before its commit, so a day is summed only an hour after its
-- end.
-- Returns whether another day is left to sum. Also returns false if another process is summing.
CREATE OR REPLACE FUNCTION usage_sum_day() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  progress usage_progress;
  today CONSTANT date := (clock_timestamp() AT TIME ZONE 'UTC' - interval '1 hour')::date;
BEGIN
  SELECT * INTO progress FROM usage_progress FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  IF progress.summed_before IS NULL THEN
    progress.summed_before := coalesce(
      (SELECT min((first.created_at AT TIME ZONE 'UTC')::date)
         FROM tenant t CROSS JOIN LATERAL
              (SELECT e.created_at FROM credit_entry e WHERE e.tenant_id = t.id ORDER BY e.created_at LIMIT 1) AS first),
      today);
  END IF;
  IF progress.summed_before >= today THEN
    -- If the clock was wrong, a day may have been summed before its end. Its sums are then deleted and made again. Archived days cannot
    -- be summed again, because their entries are no longer in the ledger.
    progress.summed_before := greatest(today, coalesce(progress.archived_before, today));
    DELETE FROM usage_day WHERE day >= progress.summed_before;
    UPDATE usage_progress SET summed_before = progress.summed_before;
    RETURN false;
  END IF;
  DELETE FROM usage_day WHERE day = progress.summed_before;
  INSERT INTO usage_day (tenant_id, day, feature, endpoint, key_id, reserved, charged, released, reservations, requests,
                         identifiers, matched)
  SELECT t.id, sums.* FROM tenant t CROSS JOIN LATERAL usage_of_entries(t.id, progress.summed_before, progress.summed_before) sums;
  UPDATE usage_progress SET summed_before = progress.summed_before + 1;
  RETURN progress.summed_before + 1 < today;
END
$$;
