-- Service processes cache keys for a short time. These triggers notify them of every change of a key or its tenant, so that a
-- revocation applies at once, even if it was made by hand in SQL.
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
