-- adds
-- While the index is built, imports of persons wait, and all requests are answered.

-- CreateIndex
CREATE INDEX "person_network_url_idx" ON "person" USING HASH ("network_url");
