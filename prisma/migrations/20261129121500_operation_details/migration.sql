-- adds

-- AlterTable
ALTER TABLE "operator_log" ADD COLUMN "details" JSONB;
