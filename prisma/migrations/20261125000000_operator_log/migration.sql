-- adds
-- CreateTable
CREATE TABLE "operator_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "command" TEXT NOT NULL,
    "arguments" TEXT[],
    "system_user" TEXT NOT NULL,
    "host" TEXT NOT NULL,

    CONSTRAINT "operator_log_pkey" PRIMARY KEY ("id")
);
