-- AlterTable
ALTER TABLE "stored_answer" ADD COLUMN     "unmatched_reasons" TEXT;

-- The function has one more argument now; the new one is in prisma/functions.
DROP FUNCTION IF EXISTS store_answer(text, text, uuid, bigint, bigint, int, bytea, bytea, text[]);
