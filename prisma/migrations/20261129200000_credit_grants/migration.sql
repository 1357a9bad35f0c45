-- adds
-- AlterEnum
ALTER TYPE "credit_entry_kind" ADD VALUE 'lapse';

-- AlterTable
ALTER TABLE "credit_account" ADD COLUMN "attributed" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "credit_grant" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "amount" BIGINT NOT NULL,
    "note" TEXT,
    "last_day" DATE,
    "month" DATE,
    "used" BIGINT NOT NULL DEFAULT 0,
    "lapsed" BIGINT,
    "entry_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_plan" (
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "amount" BIGINT NOT NULL,
    "lapses" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_plan_pkey" PRIMARY KEY ("tenant_id","feature")
);

-- CreateIndex
CREATE UNIQUE INDEX "credit_grant_entry_id_key" ON "credit_grant"("entry_id");

-- CreateIndex
CREATE INDEX "credit_grant_tenant_id_id_idx" ON "credit_grant"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_grant_tenant_id_feature_month_key" ON "credit_grant"("tenant_id", "feature", "month");

-- AddForeignKey
ALTER TABLE "credit_grant" ADD CONSTRAINT "credit_grant_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_plan" ADD CONSTRAINT "credit_plan_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

CREATE INDEX "credit_grant_last_day_idx" ON "credit_grant"("last_day") WHERE last_day IS NOT NULL AND lapsed IS NULL;

ALTER TABLE "credit_grant"
  ADD CONSTRAINT "credit_grant_used_check" CHECK (amount > 0 AND used BETWEEN 0 AND amount),
  ADD CONSTRAINT "credit_grant_lapsed_check" CHECK (lapsed IS NULL OR last_day IS NOT NULL AND lapsed BETWEEN 0 AND amount - used);
