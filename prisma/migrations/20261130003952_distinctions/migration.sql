-- adds
-- CreateTable
CREATE TABLE "company_distinction" (
    "one_id" BIGINT NOT NULL,
    "other_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_name" TEXT NOT NULL,
    "host" TEXT NOT NULL,

    CONSTRAINT "company_distinction_pkey" PRIMARY KEY ("one_id","other_id")
);

-- CreateTable
CREATE TABLE "person_distinction" (
    "one_id" BIGINT NOT NULL,
    "other_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "account_name" TEXT NOT NULL,
    "host" TEXT NOT NULL,

    CONSTRAINT "person_distinction_pkey" PRIMARY KEY ("one_id","other_id")
);

-- CreateIndex
CREATE INDEX "company_distinction_other_id_idx" ON "company_distinction"("other_id");

-- CreateIndex
CREATE INDEX "person_distinction_other_id_idx" ON "person_distinction"("other_id");

-- AddForeignKey
ALTER TABLE "company_distinction" ADD CONSTRAINT "company_distinction_one_id_fkey" FOREIGN KEY ("one_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_distinction" ADD CONSTRAINT "company_distinction_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_distinction" ADD CONSTRAINT "person_distinction_one_id_fkey" FOREIGN KEY ("one_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_distinction" ADD CONSTRAINT "person_distinction_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The language of the schema has no CHECK constraints, so these are written by hand.
ALTER TABLE "company_distinction" ADD CONSTRAINT "company_distinction_order_check" CHECK ("one_id" < "other_id");
ALTER TABLE "person_distinction" ADD CONSTRAINT "person_distinction_order_check" CHECK ("one_id" < "other_id");
