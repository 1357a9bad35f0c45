ALTER TABLE "tenant" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

ALTER TABLE "api_key" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "successor_id" TEXT;

-- Not when a use is noted: every process would read the key again.
DROP TRIGGER api_key_changed ON "api_key";
CREATE TRIGGER api_key_changed AFTER UPDATE OF "id", "tenant_id", "digest", "expires_at", "revoked_at" OR DELETE ON "api_key"
  FOR EACH ROW EXECUTE FUNCTION announce_key_change();

ALTER TABLE "credit_entry" ADD COLUMN     "operation_id" TEXT;

-- An operation of an operator is entered once.
CREATE UNIQUE INDEX "credit_entry_operation_id_idx" ON "credit_entry"("tenant_id", "operation_id") WHERE operation_id IS NOT NULL;

ALTER TABLE "credit_entry"
  DROP CONSTRAINT "credit_entry_hold_check",
  DROP CONSTRAINT "credit_entry_delta_check",
  ADD CONSTRAINT "credit_entry_hold_check" CHECK ((hold_id IS NULL) = (kind IN ('grant', 'revoke', 'unlimited', 'limited'))),
  ADD CONSTRAINT "credit_entry_operation_check" CHECK (operation_id IS NULL OR kind IN ('grant', 'revoke')),
  ADD CONSTRAINT "credit_entry_delta_check" CHECK (CASE kind
    WHEN 'grant' THEN granted_delta > 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'revoke' THEN granted_delta < 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'reserve' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta > 0
    WHEN 'post' THEN granted_delta = 0 AND posted_delta > 0 AND posted_delta <= -pending_delta
    WHEN 'void' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
    WHEN 'expire' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
    ELSE granted_delta = 0 AND posted_delta = 0 AND pending_delta = 0
  END);

-- Entries go with their tenant only: in a transaction that says whose are to go.
DROP TRIGGER credit_entry_append_only ON "credit_entry";
CREATE TRIGGER credit_entry_append_only BEFORE UPDATE OR TRUNCATE ON "credit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION credit_entry_refuse_change();
CREATE TRIGGER credit_entry_kept BEFORE DELETE ON "credit_entry" FOR EACH ROW
  WHEN (current_setting('data_access.deleted_tenant', true) IS DISTINCT FROM OLD.tenant_id)
  EXECUTE FUNCTION credit_entry_refuse_change();
