-- No version has stored an answer so far.
DELETE FROM "stored_answer";

ALTER TABLE "stored_answer" DROP COLUMN "headers",
    ADD COLUMN "request_id" TEXT NOT NULL,
    ADD COLUMN "claim" UUID NOT NULL,
    ADD COLUMN "lease_until" TIMESTAMPTZ(3) NOT NULL,
    ADD COLUMN "erasures" BIGINT NOT NULL,
    ADD COLUMN "features" TEXT[],
    ADD CONSTRAINT "stored_answer_is_whole" CHECK (("status" IS NULL) = ("body" IS NULL)),
    ADD CONSTRAINT "stored_answer_is_success" CHECK ("status" BETWEEN 200 AND 299);

ALTER TABLE "installation" ADD COLUMN "erasures" BIGINT NOT NULL DEFAULT 0;
