-- The size of a stored answer in bytes: its text, and 512 bytes as an estimate for the key, the digest and the index. A claim without
-- an answer has the size 0.
CREATE OR REPLACE FUNCTION stored_answer_bytes(status int, body bytea, packed bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status IS NULL THEN 0 ELSE 512 + coalesce(octet_length(body), 0) + coalesce(octet_length(packed), 0) END::bigint
$$;

-- Updates the total sizes of the tenants after every update of stored answers. It does so in the order of the tenants, which prevents
-- deadlocks. A claim has the size 0, so it changes and locks no total. Storing an answer locks the total of the tenant until the commit.
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

-- Subtracts deleted answers from the total sizes. If the tenant was deleted, there is no total to update.
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

-- Stores the answer of an attempt that has claimed an idempotency key. If a person was erased since the attempt began, or an erasure is
-- running, the claim is released instead: the answer may be sent but not stored. The lock is taken first, so that the next statement sees
-- all committed erasures.
-- Returns stored, full (the tenant's limit `most_bytes` is exceeded; the caller must roll back), erased (the claim is released), or lost
-- (another attempt has the claim). A short answer is stored even above the limit. The excess is small, because an attempt can begin only
-- while the limit is not reached.
CREATE OR REPLACE FUNCTION store_answer(
  tenant text, idempotency_key text, token uuid, erasure_lock bigint, most_bytes bigint,
  new_status int, new_body bytea, new_packed bytea, new_features text[],
  new_unmatched_reasons text DEFAULT NULL
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock_shared(erasure_lock) THEN
    UPDATE stored_answer SET status = new_status, body = new_body, packed = new_packed, features = new_features,
        unmatched_reasons = new_unmatched_reasons
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
