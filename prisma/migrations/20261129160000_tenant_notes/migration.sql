-- adds

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN "note" TEXT;
