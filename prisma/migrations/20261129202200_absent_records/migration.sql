-- adds

-- CreateTable
CREATE TABLE "absent_record" (
    "record_kind" TEXT NOT NULL,
    "record_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "absent_record_pkey" PRIMARY KEY ("source","record_kind","record_id")
);
