ALTER TABLE "tenant" ADD COLUMN     "callback_secret" TEXT,
ADD COLUMN     "callback_url" TEXT;

CREATE TABLE "callback_delivery" (
    "job_id" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3),
    "last_failure" TEXT,

    CONSTRAINT "callback_delivery_pkey" PRIMARY KEY ("job_id")
);

ALTER TABLE "callback_delivery" ADD CONSTRAINT "callback_delivery_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "prospecting_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is still to be delivered.
CREATE INDEX "callback_delivery_due_idx" ON "callback_delivery"("next_at") WHERE delivered_at IS NULL AND given_up_at IS NULL;

CREATE FUNCTION prospecting_job_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO callback_delivery (job_id)
  SELECT NEW.id FROM tenant t WHERE t.id = NEW.tenant_id AND t.callback_url IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- Whichever way a run ends, and in the transaction that ends it.
CREATE TRIGGER prospecting_job_ended AFTER UPDATE OF status ON "prospecting_job" FOR EACH ROW
  WHEN (OLD.status = 'running' AND NEW.status <> 'running')
  EXECUTE FUNCTION prospecting_job_announce();
