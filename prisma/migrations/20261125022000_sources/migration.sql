-- adds

-- AlterTable
ALTER TABLE "company" ADD COLUMN     "sources" JSONB;

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "sources" JSONB;
