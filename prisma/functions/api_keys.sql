-- Every API process remembers keys for a short time. What changes a key or its tenant's limits is announced here,
-- so that a revocation holds at once wherever it was made, even by hand in SQL.
CREATE OR REPLACE FUNCTION announce_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('api_key_changed', encode(OLD.digest, 'hex'));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER api_key_changed AFTER UPDATE OF "id", "tenant_id", "digest", "expires_at", "revoked_at" OR DELETE ON "api_key"
  FOR EACH ROW EXECUTE FUNCTION announce_key_change();

CREATE OR REPLACE FUNCTION announce_tenant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('api_key_changed', '*');
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER tenant_changed AFTER UPDATE OR DELETE ON "tenant"
  FOR EACH ROW EXECUTE FUNCTION announce_tenant_change();
