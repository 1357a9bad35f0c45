-- adds
-- CreateTable
CREATE TABLE "operator_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "command" TEXT NOT NULL,
    "arguments" TEXT[],
    "system_user" TEXT NOT NULL,
    "host" TEXT NOT NULL,

    CONSTRAINT "operator_log_pkey" PRIMARY KEY ("id")
);

-- What follows cannot be said in schema.prisma.

CREATE FUNCTION operator_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER operator_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_log"
  FOR EACH STATEMENT EXECUTE FUNCTION operator_log_refuse_change();
