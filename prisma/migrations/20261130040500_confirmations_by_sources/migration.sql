-- removes

-- A row was about a batch of records, and had a list with the value of each. Now it is about those records of a batch that have equal values.
WITH "batch" AS (
    DELETE FROM "import_confirmation" RETURNING *
)
INSERT INTO "import_confirmation" ("import_id", "record_kind", "record_ids", "before", "given", "after")
SELECT "import_id", "record_kind", array_agg(r."id"), r."before", r."given", r."after"
  FROM "batch" b,
       ROWS FROM (unnest(b."record_ids"), jsonb_array_elements(b."before"), jsonb_array_elements(b."given"), jsonb_array_elements(b."after"))
         AS r ("id", "before", "given", "after")
 GROUP BY b."id", "import_id", "record_kind", r."before", r."given", r."after"
 ORDER BY b."id";
