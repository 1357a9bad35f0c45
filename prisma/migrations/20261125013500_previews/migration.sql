-- adds

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "previews" BOOLEAN NOT NULL DEFAULT false;
