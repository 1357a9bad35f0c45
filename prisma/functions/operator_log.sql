CREATE OR REPLACE FUNCTION operator_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log"
  FOR EACH STATEMENT EXECUTE FUNCTION operator_log_refuse_change();

CREATE OR REPLACE TRIGGER operator_outcome_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_outcome"
  FOR EACH STATEMENT EXECUTE FUNCTION operator_log_refuse_change();
