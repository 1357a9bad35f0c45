-- adds
ALTER TABLE "credit_entry" VALIDATE CONSTRAINT "credit_entry_hold_check";
ALTER TABLE "credit_entry" VALIDATE CONSTRAINT "credit_entry_delta_check";
