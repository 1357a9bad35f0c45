-- AlterTable
ALTER TABLE "free_usage" ADD COLUMN     "errors" BIGINT NOT NULL DEFAULT 0;
