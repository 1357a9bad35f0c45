-- The history of imports. While the setting `import.entry` of a session names an entry of the journal of imports, these triggers write
-- what each statement changes in the tables of companies and persons. In all other sessions they do nothing.
-- The first argument of a trigger is the kind of record, the second one the column with the id of the record.

CREATE OR REPLACE FUNCTION import_history_of_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL THEN
    INSERT INTO import_change (import_id, record_kind, record_id, table_name, after)
    SELECT entry, TG_ARGV[0], (r.added ->> TG_ARGV[1])::bigint, TG_TABLE_NAME, jsonb_agg(r.added - TG_ARGV[1])
      FROM (SELECT to_jsonb(n) AS added FROM new_rows n) r GROUP BY 3;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION import_history_of_delete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL THEN
    INSERT INTO import_change (import_id, record_kind, record_id, table_name, before)
    SELECT entry, TG_ARGV[0], (r.removed ->> TG_ARGV[1])::bigint, TG_TABLE_NAME, jsonb_agg(r.removed - TG_ARGV[1])
      FROM (SELECT to_jsonb(o) AS removed FROM old_rows o) r WHERE r.removed ->> TG_ARGV[1] IS NOT NULL GROUP BY 3;
  END IF;
  RETURN NULL;
END
$$;

-- The items of a list, and the rows that other tables have of a record.
CREATE OR REPLACE FUNCTION import_history_of_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL THEN
    INSERT INTO import_change (import_id, record_kind, record_id, table_name, before, after)
    SELECT entry, TG_ARGV[0], owner, TG_TABLE_NAME, jsonb_agg(r.removed - TG_ARGV[1]) FILTER (WHERE r.removed IS NOT NULL),
           jsonb_agg(r.added - TG_ARGV[1]) FILTER (WHERE r.added IS NOT NULL)
      FROM (SELECT to_jsonb(o) AS removed, NULL::jsonb AS added FROM old_rows o
             UNION ALL SELECT NULL, to_jsonb(n) FROM new_rows n) r,
           LATERAL (SELECT (coalesce(r.removed, r.added) ->> TG_ARGV[1])::bigint AS owner) o
     WHERE owner IS NOT NULL
     GROUP BY owner;
  END IF;
  RETURN NULL;
END
$$;

-- The tables `company` and `person`, whose rows have many columns. Only those that differ are written.
-- The plan of the function is kept for all statements of a session. Nested loops, which suit a statement that changes few rows, would compare
-- each row before a large statement with each row after it.
CREATE OR REPLACE FUNCTION import_history_of_values() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = on SET enable_nestloop = off AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL THEN
    INSERT INTO import_change (import_id, record_kind, record_id, table_name, before, after)
    SELECT entry, TG_ARGV[0], r.id, TG_TABLE_NAME, jsonb_build_array(d.before), jsonb_build_array(d.after)
      -- The offset keeps PostgreSQL from converting both rows again for each of their columns.
      FROM (SELECT o.id, to_jsonb(o) AS before, to_jsonb(n) AS after
              FROM old_rows o JOIN new_rows n ON n.id = o.id OFFSET 0) r,
           LATERAL (SELECT jsonb_object_agg(e.key, e.value) AS before, jsonb_object_agg(e.key, r.after -> e.key) AS after
                      FROM jsonb_each(r.before) e WHERE e.value IS DISTINCT FROM r.after -> e.key) d
     WHERE d.before IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

-- New signals are noted by their ids only: an undo deletes them.
CREATE OR REPLACE FUNCTION import_history_of_signals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL THEN
    INSERT INTO import_insertion (import_id, record_kind, record_ids)
    SELECT entry, 'signal', array_agg(id) FROM new_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER signal_history_of_insert AFTER INSERT ON "signal" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION import_history_of_signals();

-- Of the rows that other parts of the service keep of a record, only those are written that go with a deleted record.
DO $$
DECLARE
  watched CONSTANT jsonb := '{
    "company": {"values": ["company"],
                "lists": ["company_domain", "company_former_name", "company_alias", "company_technology", "company_headcount",
                          "company_former_key"],
                "deleted": ["company_follow"]},
    "person": {"values": ["person"],
               "lists": ["person_email", "person_phone", "person_skill", "person_education", "person_experience", "person_block",
                         "person_former_key"],
               "deleted": ["person_follow", "disclosure", "prospect"]},
    "signal": {"deleted": ["signal", "change_signal"]}}';
  references_of CONSTANT jsonb := '{
    "insert": "NEW TABLE AS new_rows", "delete": "OLD TABLE AS old_rows", "update": "OLD TABLE AS old_rows NEW TABLE AS new_rows"}';
  t record;
BEGIN
  FOR t IN
    SELECT kind.key AS kind, "table".value AS name, event.key AS event, event.value AS referenced,
           CASE WHEN role.key = 'values' AND event.key = 'update' THEN 'values' ELSE event.key END AS function,
           CASE WHEN "table".value = kind.key THEN 'id' ELSE kind.key || '_id' END AS owner
      FROM jsonb_each(watched) kind, jsonb_each(kind.value) role, jsonb_array_elements_text(role.value) "table",
           jsonb_each_text(references_of) event
     WHERE role.key <> 'deleted' OR event.key = 'delete'
  LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER %1$I AFTER %2$s ON %3$I REFERENCING %4$s FOR EACH STATEMENT EXECUTE FUNCTION %5$I(%6$L, %7$L)',
      t.name || '_history_of_' || t.event, t.event, t.name, t.referenced, 'import_history_of_' || t.function, t.kind, t.owner);
  END LOOP;
END
$$;
