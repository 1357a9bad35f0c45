-- adds
-- AlterEnum
ALTER TYPE "credit_entry_kind" ADD VALUE 'opening';
