-- adds
-- CreateTable
CREATE TABLE "usage_day" (
    "tenant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "reserved" BIGINT NOT NULL,
    "charged" BIGINT NOT NULL,
    "released" BIGINT NOT NULL,
    "reservations" BIGINT NOT NULL,
    "requests" BIGINT NOT NULL,
    "identifiers" BIGINT NOT NULL,
    "matched" BIGINT NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("tenant_id","day","feature","endpoint","key_id")
);

-- CreateTable
CREATE TABLE "usage_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "summed_before" DATE,
    "archived_before" DATE,

    CONSTRAINT "usage_progress_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "usage_progress" ("id") VALUES (1);
