-- DropIndex
DROP INDEX "prospecting_job_tenant_id_run_start_time_idx";

-- CreateIndex
CREATE INDEX "prospecting_job_tenant_id_run_start_time_id_idx" ON "prospecting_job"("tenant_id", "run_start_time", "id");

-- CreateIndex
CREATE INDEX "prospecting_job_tenant_id_status_run_start_time_id_idx" ON "prospecting_job"("tenant_id", "status", "run_start_time", "id");
