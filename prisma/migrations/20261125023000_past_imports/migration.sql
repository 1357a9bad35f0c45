-- adds
-- CreateTable
CREATE TABLE "past_import" (
    "id" BIGSERIAL NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "kind" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "tenant" TEXT,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "system_user" TEXT,
    "host" TEXT,

    CONSTRAINT "past_import_pkey" PRIMARY KEY ("id")
);
