-- adds

-- AlterTable
ALTER TABLE "credit_entry" ADD COLUMN     "explanation" TEXT;
