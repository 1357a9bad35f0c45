-- With which a process notices that it has another pepper than the one that the keys are hashed under.
-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "pepper_check" BYTEA;
