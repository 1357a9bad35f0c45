-- How many runs of a tenant are under way is counted with every claim, and must not cost more the more of them wait.
CREATE INDEX "prospecting_job_leased_idx" ON "prospecting_job"("tenant_id", "lease_until") WHERE lease_until IS NOT NULL;
