-- removes
-- Builds of before expect that every person has a page.

-- A statement that waits for its table lets all later readers wait, too. So the locks are tried for a moment, and again a moment later,
-- while a long read is under way. All of them are taken at once, because the changes themselves take no time.
DO $$
BEGIN
  SET LOCAL lock_timeout = '200ms';
  LOOP
    BEGIN
      LOCK TABLE "person", "person_email", "person_phone", "person_skill", "person_education", "person_experience"
        IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  SET LOCAL lock_timeout = 0;
END $$;

-- AlterTable
ALTER TABLE "person" ALTER COLUMN "network_url" DROP NOT NULL;

-- AlterTable
ALTER TABLE "person_email" ADD COLUMN "without_page" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "person_phone" ADD COLUMN "without_page" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "person_skill" ADD COLUMN "without_page" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "person_education" ADD COLUMN "without_page" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "person_experience" ADD COLUMN "without_page" BOOLEAN NOT NULL DEFAULT false;
