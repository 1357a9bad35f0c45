-- adds
-- The checks know the kind `lapse`. They are checked for the entries on record by the next migration, so that this one reads no entry
-- while it keeps readers out.
ALTER TABLE "credit_entry"
  DROP CONSTRAINT "credit_entry_hold_check",
  DROP CONSTRAINT "credit_entry_delta_check",
  ADD CONSTRAINT "credit_entry_hold_check"
    CHECK ((hold_id IS NULL) = (kind IN ('grant', 'revoke', 'unlimited', 'limited', 'opening', 'lapse'))) NOT VALID,
  ADD CONSTRAINT "credit_entry_delta_check" CHECK (CASE kind
    WHEN 'grant' THEN granted_delta > 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'revoke' THEN granted_delta < 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'lapse' THEN granted_delta < 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'reserve' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta > 0
    WHEN 'post' THEN granted_delta = 0 AND posted_delta > 0 AND posted_delta <= -pending_delta
    WHEN 'void' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
    WHEN 'expire' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
    WHEN 'opening' THEN granted_delta = 0 AND posted_delta >= 0 AND pending_delta >= 0
    ELSE granted_delta = 0 AND posted_delta = 0 AND pending_delta = 0
  END) NOT VALID;
