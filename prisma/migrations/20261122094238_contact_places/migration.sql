-- AlterTable
ALTER TABLE "person_email" ADD COLUMN     "place" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "person_phone" ADD COLUMN     "place" INTEGER NOT NULL DEFAULT 0;
