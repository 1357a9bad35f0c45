-- adds

-- CreateTable
CREATE TABLE "company_former_key" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,

    CONSTRAINT "company_former_key_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "person_former_key" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "person_id" BIGINT NOT NULL,

    CONSTRAINT "person_former_key_pkey" PRIMARY KEY ("kind","key")
);

-- CreateIndex
CREATE INDEX "company_former_key_company_id_idx" ON "company_former_key"("company_id");

-- CreateIndex
CREATE INDEX "person_former_key_person_id_idx" ON "person_former_key"("person_id");

-- AddForeignKey
ALTER TABLE "company_former_key" ADD CONSTRAINT "company_former_key_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_former_key" ADD CONSTRAINT "person_former_key_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;
