-- For persons whose employer is written in another way than in the request: they are found by their full name alone.
CREATE INDEX "person_full_name_idx" ON "person" (lower("full_name"));
