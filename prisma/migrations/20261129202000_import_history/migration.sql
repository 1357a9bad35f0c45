-- adds

-- AlterTable
ALTER TABLE "import" ADD COLUMN     "action" TEXT NOT NULL DEFAULT 'import',
ADD COLUMN     "undoes" BIGINT;

-- CreateTable
CREATE TABLE "import_change" (
    "id" BIGSERIAL NOT NULL,
    "import_id" BIGINT NOT NULL,
    "record_kind" TEXT NOT NULL,
    "record_id" BIGINT NOT NULL,
    "table_name" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "undone" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "import_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_insertion" (
    "id" BIGSERIAL NOT NULL,
    "import_id" BIGINT NOT NULL,
    "record_kind" TEXT NOT NULL,
    "record_ids" BIGINT[],

    CONSTRAINT "import_insertion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_confirmation" (
    "id" BIGSERIAL NOT NULL,
    "import_id" BIGINT NOT NULL,
    "record_kind" TEXT NOT NULL,
    "record_ids" BIGINT[],
    "before" JSONB NOT NULL,
    "given" JSONB,
    "after" JSONB,

    CONSTRAINT "import_confirmation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "import_change_import_id_record_kind_record_id_id_idx" ON "import_change"("import_id", "record_kind", "record_id", "id");

-- CreateIndex
CREATE INDEX "import_change_record_id_id_idx" ON "import_change"("record_id", "id");

-- CreateIndex
CREATE INDEX "import_insertion_import_id_id_idx" ON "import_insertion"("import_id", "id");

-- CreateIndex
CREATE INDEX "import_confirmation_import_id_id_idx" ON "import_confirmation"("import_id", "id");
