-- Prospecting reads the employees of a company page by page in the order of their ids.
DROP INDEX "person_company_id_idx";
CREATE INDEX "person_company_id_id_idx" ON "person"("company_id", "id");
