-- What a row takes: its answer, and about as much again as key, digest and index do.
CREATE OR REPLACE FUNCTION stored_answer_bytes(status int, body bytea, packed bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status IS NULL THEN 0 ELSE 512 + coalesce(octet_length(body), 0) + coalesce(octet_length(packed), 0) END::bigint
$$;

-- The totals follow the answers whoever changes them, statement by statement, tenants in one order so that no circle of waiting closes.
-- A claim changes no total and locks none: the row of a busy tenant is locked only where its account is, until the same commit.
CREATE OR REPLACE FUNCTION stored_answer_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stored_answer_total AS total (tenant_id, bytes)
  SELECT tenant_id, sum(bytes) FROM (
    SELECT tenant_id, stored_answer_bytes(status, body, packed) AS bytes FROM after_change
     UNION ALL
    SELECT tenant_id, -stored_answer_bytes(status, body, packed) FROM before_change) AS change
   GROUP BY tenant_id HAVING sum(bytes) <> 0 ORDER BY tenant_id
  ON CONFLICT (tenant_id) DO UPDATE SET bytes = total.bytes + excluded.bytes;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER stored_answer_changed AFTER UPDATE ON stored_answer
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION stored_answer_changed();

-- Of a tenant that is deleted nothing is left to count.
CREATE OR REPLACE FUNCTION stored_answer_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM stored_answer_total WHERE tenant_id IN
    (SELECT tenant_id FROM before_change WHERE status IS NOT NULL) ORDER BY tenant_id FOR UPDATE;
  UPDATE stored_answer_total AS total SET bytes = total.bytes - gone.bytes
    FROM (SELECT tenant_id, sum(stored_answer_bytes(status, body, packed)) AS bytes
            FROM before_change WHERE status IS NOT NULL GROUP BY tenant_id) AS gone
   WHERE gone.tenant_id = total.tenant_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER stored_answer_deleted AFTER DELETE ON stored_answer
  REFERENCING OLD TABLE AS before_change
  FOR EACH STATEMENT EXECUTE FUNCTION stored_answer_deleted();

-- Ends an attempt with its answer. Where somebody was or is being erased since it began the claim is given up instead, and the answer
-- may be sent but not kept; each statement sees what was committed before it, so the lock is asked for first.
-- A short answer is stored in any case: what those can take beyond `most_bytes` is bounded by how many are under way at once.
CREATE OR REPLACE FUNCTION store_answer(
  tenant text, idempotency_key text, token uuid, erasure_lock bigint, most_bytes bigint,
  new_status int, new_body bytea, new_packed bytea, new_features text[]
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock_shared(erasure_lock) THEN
    UPDATE stored_answer SET status = new_status, body = new_body, packed = new_packed, features = new_features
     WHERE tenant_id = tenant AND key = idempotency_key AND claim = token AND status IS NULL
       AND erasures = (SELECT coalesce(max(i.erasures), 0) FROM installation i);
    IF FOUND THEN
      IF new_packed IS NULL OR (SELECT bytes FROM stored_answer_total WHERE tenant_id = tenant) <= most_bytes THEN
        RETURN 'stored';
      END IF;
      RETURN 'full';
    END IF;
  END IF;
  DELETE FROM stored_answer WHERE tenant_id = tenant AND key = idempotency_key AND claim = token AND status IS NULL;
  RETURN CASE WHEN FOUND THEN 'erased' ELSE 'lost' END;
END
$$;
