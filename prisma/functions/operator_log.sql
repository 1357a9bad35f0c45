CREATE OR REPLACE FUNCTION operator_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log"
  FOR EACH STATEMENT EXECUTE FUNCTION operator_log_refuse_change();
