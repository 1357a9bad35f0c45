-- adds
-- A callback gets an id of its own, because it can be about signals of changes, which have no run. Earlier builds find callbacks by
-- their run, which is still unique, and pass over those without one.

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "follows_enriched" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "callback_delivery" DROP CONSTRAINT "callback_delivery_pkey",
ADD COLUMN     "id" BIGSERIAL NOT NULL,
ADD COLUMN     "tenant_id" TEXT,
ALTER COLUMN "job_id" DROP NOT NULL,
ADD CONSTRAINT "callback_delivery_pkey" PRIMARY KEY ("id"),
ADD CONSTRAINT "callback_delivery_subject_check" CHECK (num_nonnulls("job_id", "tenant_id") = 1);

-- CreateTable
CREATE TABLE "company_follow" (
    "company_id" BIGINT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "by_enrichment" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "company_follow_pkey" PRIMARY KEY ("company_id","tenant_id")
);

-- CreateTable
CREATE TABLE "person_follow" (
    "person_id" BIGINT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "by_enrichment" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "person_follow_pkey" PRIMARY KEY ("person_id","tenant_id")
);

-- CreateTable
CREATE TABLE "change_signal" (
    "signal_id" BIGINT NOT NULL,
    "person_id" BIGINT,
    "callback_id" BIGINT,

    CONSTRAINT "change_signal_pkey" PRIMARY KEY ("signal_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "callback_delivery_job_id_key" ON "callback_delivery"("job_id");

-- CreateIndex
CREATE INDEX "callback_delivery_tenant_id_idx" ON "callback_delivery"("tenant_id");

-- CreateIndex
CREATE INDEX "company_follow_tenant_id_idx" ON "company_follow"("tenant_id");

-- CreateIndex
CREATE INDEX "person_follow_tenant_id_idx" ON "person_follow"("tenant_id");

-- CreateIndex
CREATE INDEX "change_signal_person_id_idx" ON "change_signal"("person_id");

-- CreateIndex
CREATE INDEX "change_signal_callback_id_idx" ON "change_signal"("callback_id");

-- AddForeignKey
ALTER TABLE "company_follow" ADD CONSTRAINT "company_follow_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_follow" ADD CONSTRAINT "company_follow_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_follow" ADD CONSTRAINT "person_follow_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_follow" ADD CONSTRAINT "person_follow_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_signal" ADD CONSTRAINT "change_signal_signal_id_fkey" FOREIGN KEY ("signal_id") REFERENCES "signal"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_signal" ADD CONSTRAINT "change_signal_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_signal" ADD CONSTRAINT "change_signal_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback_delivery"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_delivery" ADD CONSTRAINT "callback_delivery_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
