-- adds

-- CreateTable
CREATE TABLE "import_upload" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "tenant" TEXT,
    "is_dry_run" BOOLEAN NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "progress" JSONB NOT NULL DEFAULT '{}',
    "report" JSONB NOT NULL DEFAULT '{}',
    "host" TEXT NOT NULL,

    CONSTRAINT "import_upload_pkey" PRIMARY KEY ("id")
);
