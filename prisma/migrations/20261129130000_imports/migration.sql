-- removes
-- `import` is the former `past_import`. Earlier builds write their imports into it by the former name; they need it for nothing else.

-- A statement that waits for its table lets all later readers wait, too. So the locks are tried for a moment, and again a moment later,
-- while a long read is under way. Both of them are taken at once, because the changes themselves take no time.
DO $$
BEGIN
  SET LOCAL lock_timeout = '200ms';
  LOOP
    BEGIN
      LOCK TABLE "past_import", "import_upload" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  SET LOCAL lock_timeout = 0;
END $$;

-- AlterTable
ALTER TABLE "past_import" RENAME TO "import";
ALTER TABLE "import" RENAME CONSTRAINT "past_import_pkey" TO "import_pkey";
ALTER SEQUENCE "past_import_id_seq" RENAME TO "import_id_seq";

-- AlterTable
ALTER TABLE "import_upload" ADD COLUMN "import_id" BIGINT;

-- AddForeignKey
ALTER TABLE "import_upload" ADD CONSTRAINT "import_upload_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Until now an upload was known to belong to an import by the name of its file and the time. Where two would fit, no one knows which.
WITH pair AS (
  SELECT u."id" AS upload, i."id" AS import, count(*) OVER (PARTITION BY u."id") AS imports, count(*) OVER (PARTITION BY i."id") AS uploads
    FROM "import_upload" u
    JOIN "import" i ON i."file" = u."file" AND i."kind" = u."kind" AND i."account_name" = 'operator API'
                   AND i."started_at" BETWEEN u."started_at" AND coalesce(u."ended_at", i."started_at")
   WHERE NOT u."is_dry_run")
UPDATE "import_upload" u SET "import_id" = pair.import FROM pair WHERE pair.upload = u."id" AND pair.imports = 1 AND pair.uploads = 1;
