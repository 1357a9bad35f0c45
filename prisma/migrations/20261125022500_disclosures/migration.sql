-- adds

-- CreateTable
CREATE TABLE "disclosure" (
    "person_id" BIGINT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "disclosure_pkey" PRIMARY KEY ("person_id","tenant_id","day")
);

-- CreateIndex
CREATE INDEX "disclosure_tenant_id_idx" ON "disclosure"("tenant_id");

-- AddForeignKey
ALTER TABLE "disclosure" ADD CONSTRAINT "disclosure_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disclosure" ADD CONSTRAINT "disclosure_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
