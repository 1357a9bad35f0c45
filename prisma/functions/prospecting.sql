-- Turns the number of a run into its id, by four Feistel rounds over two halves of 26 bits. This is a permutation, so no two numbers get
-- the same id. Ids have 52 bits, because JSON clients can represent such integers exactly. The function must never change, because a
-- changed function could return ids that were given before.
CREATE OR REPLACE FUNCTION prospecting_job_id(number bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  mask CONSTANT bigint := (1 << 26) - 1;
  keys CONSTANT bigint[] := ARRAY[40503, 14639, 60493, 28657];
  upper_half bigint := (number >> 26) & mask;
  lower_half bigint := number & mask;
  mixed bigint;
BEGIN
  FOR round IN 1..4 LOOP
    mixed := ((lower_half + keys[round]) * 2654435769) & 4503599627370495;
    mixed := ((mixed >> 17) # (mixed >> 31) # mixed) & mask;
    SELECT lower_half, upper_half # mixed INTO upper_half, lower_half;
  END LOOP;
  RETURN (upper_half << 26) | lower_half;
END
$$;

CREATE OR REPLACE FUNCTION prospecting_job_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'prospecting job % has ended', OLD.id USING ERRCODE = 'restrict_violation';
END
$$;

-- Rejects every change of the outcome of a run that has ended. Other columns may still change: an erasure, for example,
-- removes the client's e-mail address.
CREATE OR REPLACE TRIGGER prospecting_job_terminal BEFORE UPDATE ON "prospecting_job" FOR EACH ROW
  WHEN (OLD.status <> 'running' AND
        (OLD.status, OLD.failure_reason, OLD.run_start_time, OLD.run_end_time, OLD.attempt, OLD.metadata) IS DISTINCT FROM
        (NEW.status, NEW.failure_reason, NEW.run_start_time, NEW.run_end_time, NEW.attempt, NEW.metadata))
  EXECUTE FUNCTION prospecting_job_refuse_change();

CREATE OR REPLACE FUNCTION prospecting_job_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO callback_delivery (job_id)
  SELECT NEW.id FROM tenant t WHERE t.id = NEW.tenant_id AND t.callback_url IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- When a run ends, inserts its callback in the same transaction, if the tenant has a callback URL.
CREATE OR REPLACE TRIGGER prospecting_job_ended AFTER UPDATE OF status ON "prospecting_job" FOR EACH ROW
  WHEN (OLD.status = 'running' AND NEW.status <> 'running')
  EXECUTE FUNCTION prospecting_job_announce();
