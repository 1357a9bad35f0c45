-- removes
-- `system_user` is a reserved word since PostgreSQL 16. `pg_dump` of an earlier version does not quote it, so a later PostgreSQL could not
-- restore the two tables. Builds of before write into the columns by their former name, and look persons up by the index that is dropped.

-- A statement that waits for its table lets all later readers wait, too. So the locks are tried for a moment, and again a moment later,
-- while a long read is under way. All of them are taken at once, because the changes themselves take no time.
DO $$
BEGIN
  SET LOCAL lock_timeout = '200ms';
  LOOP
    BEGIN
      LOCK TABLE "person", "operator_log", "past_import" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  SET LOCAL lock_timeout = 0;
END $$;

-- AlterTable
ALTER TABLE "operator_log" RENAME COLUMN "system_user" TO "account_name";

-- AlterTable
ALTER TABLE "past_import" RENAME COLUMN "system_user" TO "account_name";

-- DropIndex
DROP INDEX "person_full_name_idx";
