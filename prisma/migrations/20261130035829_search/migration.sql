-- adds
-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "search_prepared_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "search" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "search_value" (
    "id" BIGSERIAL NOT NULL,
    "member" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "folded" TEXT,
    "records" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "search_value_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "search_charge" (
    "tenant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" BIGINT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "charged_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_charge_pkey" PRIMARY KEY ("tenant_id","kind","record_id","feature")
);

-- CreateIndex
CREATE INDEX "search_charge_charged_at_idx" ON "search_charge"("charged_at");

-- AddForeignKey
ALTER TABLE "search_charge" ADD CONSTRAINT "search_charge_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
