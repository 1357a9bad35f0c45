-- CreateTable
CREATE TABLE "company_alias" (
    "company_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT,

    CONSTRAINT "company_alias_pkey" PRIMARY KEY ("company_id","name")
);

-- CreateIndex
CREATE INDEX "company_alias_name_key_idx" ON "company_alias"("name_key");

-- AddForeignKey
ALTER TABLE "company_alias" ADD CONSTRAINT "company_alias_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;
