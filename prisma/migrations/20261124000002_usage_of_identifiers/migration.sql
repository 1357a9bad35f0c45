-- AlterTable
ALTER TABLE "credit_entry" ADD COLUMN     "identifiers" INTEGER,
ADD COLUMN     "matched" INTEGER;

-- CreateTable
CREATE TABLE "free_usage" (
    "tenant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "identifiers" BIGINT NOT NULL,
    "matched" BIGINT NOT NULL,

    CONSTRAINT "free_usage_pkey" PRIMARY KEY ("tenant_id","day","key_id","endpoint")
);

-- AddForeignKey
ALTER TABLE "free_usage" ADD CONSTRAINT "free_usage_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma.

ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_identifiers_check"
  CHECK (CASE WHEN identifiers IS NULL THEN matched IS NULL
              ELSE kind IN ('post', 'void') AND matched IS NOT NULL AND matched BETWEEN 0 AND identifiers END);

-- The functions have more arguments now; the new ones are in prisma/functions.
DROP FUNCTION IF EXISTS credit_turn(
  uuid[], text[], int[], credit_feature[], int[],
  int[], uuid[], text[], text[], text[], text[], int[], credit_feature[], int[], int[]);
DROP FUNCTION IF EXISTS credit_settle(uuid[], text[], int[], credit_feature[], int[]);
DROP FUNCTION IF EXISTS credit_book(int[], uuid[], text[], text[], text[], text[], int[], credit_feature[], int[], int[]);
