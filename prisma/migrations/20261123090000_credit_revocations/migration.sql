-- A migration of its own: a value cannot be used in the transaction that adds it.
ALTER TYPE "credit_entry_kind" ADD VALUE 'revoke';
