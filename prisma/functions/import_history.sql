-- The history of imports. While the setting `import.entry` of a session names an entry of the journal of imports, these triggers write
-- what each statement changes in the tables of companies and persons. In all other sessions they do nothing.
-- The first argument of a trigger is the kind of record, the second one the column with the id of the record. The triggers compose their
-- statements when they run, because a statement names this column or all columns of the table.
-- Rows are grouped by sorting them. A hash table would need 8 KB for each record, and the rows of the history would not be in the order of
-- its indexes.

CREATE OR REPLACE FUNCTION import_history_of_insert() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashagg = off AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL AND EXISTS (SELECT FROM new_rows) THEN
    EXECUTE format(
      'INSERT INTO import_change (import_id, record_kind, record_id, table_name, after)
       SELECT $1, $2, n.%1$I, $3, jsonb_agg(to_jsonb(n) - %1$L) FROM new_rows n GROUP BY n.%1$I', TG_ARGV[1])
      USING entry, TG_ARGV[0], TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION import_history_of_delete() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashagg = off AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL AND EXISTS (SELECT FROM old_rows) THEN
    EXECUTE format(
      'INSERT INTO import_change (import_id, record_kind, record_id, table_name, before)
       SELECT $1, $2, o.%1$I, $3, jsonb_agg(to_jsonb(o) - %1$L) FROM old_rows o WHERE o.%1$I IS NOT NULL GROUP BY o.%1$I', TG_ARGV[1])
      USING entry, TG_ARGV[0], TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

-- The items of a list, and the rows that other tables have of a record.
CREATE OR REPLACE FUNCTION import_history_of_update() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashagg = off AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
BEGIN
  IF entry IS NOT NULL AND EXISTS (SELECT FROM new_rows) THEN
    EXECUTE format(
      'INSERT INTO import_change (import_id, record_kind, record_id, table_name, before, after)
       SELECT $1, $2, owner, $3, jsonb_agg(removed) FILTER (WHERE removed IS NOT NULL), jsonb_agg(added) FILTER (WHERE added IS NOT NULL)
         FROM (SELECT o.%1$I AS owner, to_jsonb(o) - %1$L AS removed, NULL::jsonb AS added FROM old_rows o
               UNION ALL SELECT n.%1$I, NULL, to_jsonb(n) - %1$L FROM new_rows n) r
        WHERE owner IS NOT NULL GROUP BY owner', TG_ARGV[1])
      USING entry, TG_ARGV[0], TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

-- The tables `company` and `person`, whose rows have many columns. Only those that differ are written, as members of a JSON object. The
-- columns are compared before any of them becomes JSON, because converting whole rows takes four times as long.
-- Nested loops, which suit a statement that changes few rows, would compare each row before a large statement with each row after it.
CREATE OR REPLACE FUNCTION import_history_of_values() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = on SET enable_nestloop = off AS $$
DECLARE
  entry bigint := nullif(current_setting('import.entry', true), '');
  member CONSTANT text :=
    $m$CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN '"%1$s":' || coalesce(to_json(%2$s.%1$I)::text, 'null') END$m$;
  members_before text;
  members_after text;
BEGIN
  IF entry IS NOT NULL AND EXISTS (SELECT FROM new_rows) THEN
    SELECT string_agg(format(member, attname, 'o'), ', '), string_agg(format(member, attname, 'n'), ', ')
      INTO members_before, members_after
      FROM pg_attribute WHERE attrelid = TG_RELID AND attnum > 0 AND NOT attisdropped;
    -- The offset keeps PostgreSQL from comparing all columns once more in the condition.
    EXECUTE format($s$
      INSERT INTO import_change (import_id, record_kind, record_id, table_name, before, after)
      SELECT $1, $2, id, $3, ('[{' || before || '}]')::jsonb, ('[{' || after || '}]')::jsonb
        FROM (SELECT n.id, array_to_string(ARRAY[%1$s], ',') AS before, array_to_string(ARRAY[%2$s], ',') AS after
                FROM old_rows o JOIN new_rows n ON n.id = o.id OFFSET 0) r
       WHERE before <> ''$s$, members_before, members_after)
      USING entry, TG_ARGV[0], TG_TABLE_NAME;
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
