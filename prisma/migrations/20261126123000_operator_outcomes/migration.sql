-- adds

-- CreateTable
CREATE TABLE "operator_outcome" (
    "operation_id" BIGINT NOT NULL,
    "outcome" TEXT NOT NULL,

    CONSTRAINT "operator_outcome_pkey" PRIMARY KEY ("operation_id")
);

-- AddForeignKey
ALTER TABLE "operator_outcome" ADD CONSTRAINT "operator_outcome_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operator_log"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
