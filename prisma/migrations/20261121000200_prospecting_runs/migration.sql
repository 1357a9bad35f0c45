-- Job ids are a permutation of a sequence, so that they tell neither how many runs there are nor the ids of others.
CREATE SEQUENCE "prospecting_job_number" AS BIGINT MAXVALUE 4503599627370495;

-- Four Feistel rounds over two halves of 26 bits: whatever a round computes, the whole can be reversed, so no two numbers
-- get the same id. 52 bits are whole numbers in every client. Never change it: new ids could then equal old ones.
CREATE FUNCTION prospecting_job_id(number bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT AS $$
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

ALTER TABLE "prospecting_job" DROP COLUMN "hold_request_id",
DROP COLUMN "deadline_at",
DROP COLUMN "enqueued_at",
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "hold_id" UUID,
ADD COLUMN     "idempotency_key" TEXT,
ADD COLUMN     "losses" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "not_before" TIMESTAMPTZ(3);

DROP INDEX IF EXISTS "prospecting_job_status_deadline_at_idx";

-- The runs that wait or are under way, the oldest of each tenant first.
CREATE INDEX "prospecting_job_running_idx" ON "prospecting_job"("tenant_id", "run_start_time", "id") WHERE status = 'running';

CREATE INDEX "prospecting_job_idempotency_key_idx" ON "prospecting_job"("tenant_id", "idempotency_key")
  WHERE idempotency_key IS NOT NULL;

ALTER TABLE "prospecting_job"
  ADD CONSTRAINT "prospecting_job_end_check" CHECK ((run_end_time IS NULL) = (status = 'running')),
  ADD CONSTRAINT "prospecting_job_reason_check" CHECK ((failure_reason IS NOT NULL) = (status = 'failed')),
  ADD CONSTRAINT "prospecting_job_lease_check" CHECK (lease_until IS NULL OR status = 'running');

CREATE FUNCTION prospecting_job_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'prospecting job % has ended', OLD.id USING ERRCODE = 'restrict_violation';
END
$$;

-- A run that has ended stays as it is, whoever writes. Who started it may still be forgotten.
CREATE TRIGGER prospecting_job_terminal BEFORE UPDATE ON "prospecting_job" FOR EACH ROW
  WHEN (OLD.status <> 'running' AND
        (OLD.status, OLD.failure_reason, OLD.run_start_time, OLD.run_end_time, OLD.attempt, OLD.metadata) IS DISTINCT FROM
        (NEW.status, NEW.failure_reason, NEW.run_start_time, NEW.run_end_time, NEW.attempt, NEW.metadata))
  EXECUTE FUNCTION prospecting_job_refuse_change();
