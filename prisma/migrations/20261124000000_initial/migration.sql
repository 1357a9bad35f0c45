-- CreateEnum
CREATE TYPE "query_scope" AS ENUM ('company', 'person', 'both');

-- CreateEnum
CREATE TYPE "email_type" AS ENUM ('work', 'personal');

-- CreateEnum
CREATE TYPE "suppression_kind" AS ENUM ('network_url', 'email');

-- CreateEnum
CREATE TYPE "credit_feature" AS ENUM ('data_access', 'contact_data', 'prospecting');

-- CreateEnum
CREATE TYPE "hold_state" AS ENUM ('pending', 'posted', 'voided', 'expired');

-- CreateEnum
CREATE TYPE "credit_entry_kind" AS ENUM ('grant', 'reserve', 'post', 'void', 'expire', 'unlimited', 'limited', 'revoke');

-- CreateEnum
CREATE TYPE "job_status" AS ENUM ('running', 'success', 'failed');

-- CreateTable
CREATE TABLE "tenant" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "burst_limit" INTEGER,
    "burst_window_seconds" INTEGER,
    "per_second" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "suspended_at" TIMESTAMPTZ(3),
    "callback_url" TEXT,
    "callback_secret" TEXT,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "label" TEXT,
    "digest" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "successor_id" TEXT,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "pepper" BYTEA NOT NULL,
    "erasures" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "query_field" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" "query_scope" NOT NULL,
    "definition" JSONB NOT NULL,
    "metadata" BOOLEAN NOT NULL DEFAULT false,
    "counted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "query_field_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "query_count" (
    "company_id" BIGINT NOT NULL,
    "query_field_id" INTEGER NOT NULL,
    "employees" INTEGER NOT NULL,

    CONSTRAINT "query_count_pkey" PRIMARY KEY ("company_id","query_field_id")
);

-- CreateTable
CREATE TABLE "query_count_due" (
    "company_id" BIGINT NOT NULL,

    CONSTRAINT "query_count_due_pkey" PRIMARY KEY ("company_id")
);

-- CreateTable
CREATE TABLE "team" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "schema" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company" (
    "id" BIGSERIAL NOT NULL,
    "network_url" TEXT,
    "network_id" TEXT,
    "website" TEXT,
    "name" TEXT,
    "name_key" TEXT,
    "industry" TEXT,
    "size" TEXT,
    "employee_count" INTEGER,
    "founded_year" INTEGER,
    "account_type" TEXT,
    "annual_revenue_range" TEXT,
    "account_description" TEXT,
    "tagline" TEXT,
    "follower_count" INTEGER,
    "specialities" TEXT[],
    "is_b2b" BOOLEAN,
    "enriched_category" TEXT,
    "ticker" TEXT,
    "account_last_updated" TIMESTAMPTZ(3),
    "ai_account_summary" TEXT,
    "account_keywords" TEXT[],
    "location_name" TEXT,
    "location_street_address" TEXT,
    "location_locality" TEXT,
    "location_region" TEXT,
    "location_metro" TEXT,
    "location_postal_code" TEXT,
    "location_country" TEXT,
    "location_continent" TEXT,
    "location_geo" TEXT,
    "funding_profile_url" TEXT,
    "funding_last_date" DATE,
    "funding_last_type" TEXT,
    "account_phones" TEXT[],
    "account_emails" TEXT[],
    "social_page_url" TEXT,
    "social_photo_url" TEXT,
    "social_video_url" TEXT,
    "social_code_url" TEXT,
    "social_shortvideo_url" TEXT,
    "social_post_url" TEXT,
    "social_chat_url" TEXT,
    "social_forum_url" TEXT,

    CONSTRAINT "company_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "company_domain" (
    "domain" TEXT NOT NULL,
    "company_id" BIGINT NOT NULL,
    "is_primary" BOOLEAN NOT NULL,

    CONSTRAINT "company_domain_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "company_former_name" (
    "company_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT,

    CONSTRAINT "company_former_name_pkey" PRIMARY KEY ("company_id","name")
);

-- CreateTable
CREATE TABLE "company_alias" (
    "company_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT,

    CONSTRAINT "company_alias_pkey" PRIMARY KEY ("company_id","name")
);

-- CreateTable
CREATE TABLE "company_technology" (
    "company_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "first_seen" DATE,

    CONSTRAINT "company_technology_pkey" PRIMARY KEY ("company_id","name")
);

-- CreateTable
CREATE TABLE "company_headcount" (
    "company_id" BIGINT NOT NULL,
    "month" DATE NOT NULL,
    "total" INTEGER NOT NULL,
    "tech" INTEGER,

    CONSTRAINT "company_headcount_pkey" PRIMARY KEY ("company_id","month")
);

-- CreateTable
CREATE TABLE "person" (
    "id" BIGSERIAL NOT NULL,
    "network_url" TEXT NOT NULL,
    "network_id" TEXT,
    "first_name" TEXT,
    "last_name" TEXT,
    "full_name" TEXT,
    "job_title" TEXT,
    "company_id" BIGINT,
    "company_name" TEXT,
    "company_network_url" TEXT,
    "company_network_id" TEXT,
    "company_website" TEXT,
    "country" TEXT,
    "region" TEXT,
    "location_locality" TEXT,
    "location_postal_code" TEXT,
    "personas" TEXT[],
    "seniority" TEXT,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_block" (
    "employer" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "person_id" BIGINT NOT NULL,

    CONSTRAINT "person_block_pkey" PRIMARY KEY ("employer","token","person_id")
);

-- CreateTable
CREATE TABLE "person_email" (
    "address" TEXT NOT NULL,
    "person_id" BIGINT NOT NULL,
    "type" "email_type" NOT NULL,
    "place" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "person_email_pkey" PRIMARY KEY ("address","person_id")
);

-- CreateTable
CREATE TABLE "person_phone" (
    "person_id" BIGINT NOT NULL,
    "number" TEXT NOT NULL,
    "place" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "person_phone_pkey" PRIMARY KEY ("person_id","number")
);

-- CreateTable
CREATE TABLE "person_skill" (
    "person_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "person_skill_pkey" PRIMARY KEY ("person_id","name")
);

-- CreateTable
CREATE TABLE "person_education" (
    "id" BIGSERIAL NOT NULL,
    "person_id" BIGINT NOT NULL,
    "school" TEXT NOT NULL,
    "start_year" INTEGER,
    "end_year" INTEGER,

    CONSTRAINT "person_education_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_experience" (
    "id" BIGSERIAL NOT NULL,
    "person_id" BIGINT NOT NULL,
    "company_id" BIGINT,
    "title" TEXT,
    "company_name" TEXT,
    "company_website" TEXT,
    "company_network_url" TEXT,
    "start_date" DATE,
    "end_date" DATE,

    CONSTRAINT "person_experience_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "kind" "suppression_kind" NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("kind","digest")
);

-- CreateTable
CREATE TABLE "signal" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "signal_type" TEXT NOT NULL,
    "message_text" TEXT,
    "account_website" TEXT,
    "intent_holder_network_url" TEXT,
    "source_type" TEXT,
    "fingerprint" BYTEA NOT NULL,

    CONSTRAINT "signal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_account" (
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "granted" BIGINT NOT NULL DEFAULT 0,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "pending" BIGINT NOT NULL DEFAULT 0,
    "is_unlimited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "credit_account_pkey" PRIMARY KEY ("tenant_id","feature")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "credit_hold" (
    "id" UUID NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "key_id" TEXT,
    "endpoint" TEXT,
    "amount" INTEGER NOT NULL,
    "posted" INTEGER NOT NULL DEFAULT 0,
    "state" "hold_state" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "credit_hold_pkey" PRIMARY KEY ("id","feature")
);

-- CreateTable
CREATE TABLE "credit_entry" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "hold_id" UUID,
    "request_id" TEXT,
    "key_id" TEXT,
    "endpoint" TEXT,
    "kind" "credit_entry_kind" NOT NULL,
    "granted_delta" BIGINT NOT NULL DEFAULT 0,
    "posted_delta" BIGINT NOT NULL DEFAULT 0,
    "pending_delta" BIGINT NOT NULL DEFAULT 0,
    "operation_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_answer" (
    "tenant_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" BYTEA NOT NULL,
    "request_id" TEXT NOT NULL,
    "claim" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "erasures" BIGINT NOT NULL,
    "status" INTEGER,
    "features" TEXT[],
    "body" BYTEA,
    "packed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_answer_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "stored_answer_total" (
    "tenant_id" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "stored_answer_total_pkey" PRIMARY KEY ("tenant_id")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "prospecting_job" (
    "id" BIGINT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "company_network_url" TEXT NOT NULL,
    "team" TEXT,
    "client_email" TEXT,
    "status" "job_status" NOT NULL DEFAULT 'running',
    "failure_reason" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "losses" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "hold_id" UUID,
    "idempotency_key" TEXT,
    "run_start_time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_end_time" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "metadata" JSONB,

    CONSTRAINT "prospecting_job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prospect" (
    "job_id" BIGINT NOT NULL,
    "rank" INTEGER NOT NULL,
    "person_id" BIGINT,
    "document" JSONB NOT NULL,

    CONSTRAINT "prospect_pkey" PRIMARY KEY ("job_id","rank")
);

-- CreateTable
CREATE TABLE "callback_delivery" (
    "job_id" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3),
    "last_failure" TEXT,

    CONSTRAINT "callback_delivery_pkey" PRIMARY KEY ("job_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_digest_key" ON "api_key"("digest");

-- CreateIndex
CREATE INDEX "api_key_tenant_id_idx" ON "api_key"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "query_field_tenant_id_name_key" ON "query_field"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "query_count_query_field_id_idx" ON "query_count"("query_field_id");

-- CreateIndex
CREATE UNIQUE INDEX "team_tenant_id_name_key" ON "team"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "company_network_url_key" ON "company"("network_url");

-- CreateIndex
CREATE UNIQUE INDEX "company_network_id_key" ON "company"("network_id");

-- CreateIndex
CREATE INDEX "company_name_key_idx" ON "company"("name_key");

-- CreateIndex
CREATE INDEX "company_domain_company_id_idx" ON "company_domain"("company_id");

-- CreateIndex
CREATE INDEX "company_former_name_name_key_idx" ON "company_former_name"("name_key");

-- CreateIndex
CREATE INDEX "company_alias_name_key_idx" ON "company_alias"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "person_network_url_key" ON "person"("network_url");

-- CreateIndex
CREATE UNIQUE INDEX "person_network_id_key" ON "person"("network_id");

-- CreateIndex
CREATE INDEX "person_company_id_id_idx" ON "person"("company_id", "id");

-- CreateIndex
CREATE INDEX "person_block_person_id_idx" ON "person_block"("person_id");

-- CreateIndex
CREATE INDEX "person_email_person_id_idx" ON "person_email"("person_id");

-- CreateIndex
CREATE INDEX "person_education_person_id_idx" ON "person_education"("person_id");

-- CreateIndex
CREATE INDEX "person_experience_person_id_idx" ON "person_experience"("person_id");

-- CreateIndex
CREATE INDEX "person_experience_company_id_idx" ON "person_experience"("company_id");

-- CreateIndex
CREATE INDEX "signal_tenant_id_date_idx" ON "signal"("tenant_id", "date");

-- CreateIndex
CREATE INDEX "signal_tenant_id_account_website_date_id_idx" ON "signal"("tenant_id", "account_website", "date", "id");

-- CreateIndex
CREATE INDEX "signal_tenant_id_intent_holder_network_url_date_idx" ON "signal"("tenant_id", "intent_holder_network_url", "date");

-- CreateIndex
CREATE UNIQUE INDEX "signal_tenant_id_fingerprint_key" ON "signal"("tenant_id", "fingerprint");

-- CreateIndex
CREATE INDEX "credit_entry_tenant_id_created_at_idx" ON "credit_entry"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "credit_entry_tenant_id_request_id_idx" ON "credit_entry"("tenant_id", "request_id");

-- CreateIndex
CREATE INDEX "stored_answer_expires_at_idx" ON "stored_answer"("expires_at");

-- CreateIndex
CREATE INDEX "prospecting_job_tenant_id_run_start_time_idx" ON "prospecting_job"("tenant_id", "run_start_time");

-- CreateIndex
CREATE INDEX "prospect_person_id_idx" ON "prospect"("person_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_field" ADD CONSTRAINT "query_field_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_count" ADD CONSTRAINT "query_count_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_count" ADD CONSTRAINT "query_count_query_field_id_fkey" FOREIGN KEY ("query_field_id") REFERENCES "query_field"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "query_count_due" ADD CONSTRAINT "query_count_due_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team" ADD CONSTRAINT "team_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_domain" ADD CONSTRAINT "company_domain_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_former_name" ADD CONSTRAINT "company_former_name_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_alias" ADD CONSTRAINT "company_alias_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_technology" ADD CONSTRAINT "company_technology_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "company_headcount" ADD CONSTRAINT "company_headcount_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_block" ADD CONSTRAINT "person_block_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_email" ADD CONSTRAINT "person_email_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_phone" ADD CONSTRAINT "person_phone_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_skill" ADD CONSTRAINT "person_skill_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_education" ADD CONSTRAINT "person_education_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_experience" ADD CONSTRAINT "person_experience_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_experience" ADD CONSTRAINT "person_experience_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal" ADD CONSTRAINT "signal_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_account" ADD CONSTRAINT "credit_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_answer" ADD CONSTRAINT "stored_answer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_answer_total" ADD CONSTRAINT "stored_answer_total_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prospecting_job" ADD CONSTRAINT "prospecting_job_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prospect" ADD CONSTRAINT "prospect_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "prospecting_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prospect" ADD CONSTRAINT "prospect_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_delivery" ADD CONSTRAINT "callback_delivery_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "prospecting_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows cannot be said in schema.prisma; functions and triggers are in prisma/functions.

-- Job ids are a permutation of a sequence, so that they tell neither how many runs there are nor the ids of others.
CREATE SEQUENCE "prospecting_job_number" AS BIGINT MAXVALUE 4503599627370495;

-- The service compresses what is stored there, so that PostgreSQL need not try again.
ALTER TABLE "stored_answer" ALTER COLUMN "packed" SET STORAGE EXTERNAL;

-- The expired holds that a sweep looks for.
CREATE INDEX "credit_hold_expires_at_idx" ON "credit_hold"("expires_at") WHERE state = 'pending';

-- A hold has one entry that reserves and at most one that resolves, for each feature.
CREATE UNIQUE INDEX "credit_entry_hold_once_idx" ON "credit_entry"("hold_id", "feature", (kind = 'reserve'))
  WHERE hold_id IS NOT NULL;

-- An operation of an operator is entered once.
CREATE UNIQUE INDEX "credit_entry_operation_id_idx" ON "credit_entry"("tenant_id", "operation_id") WHERE operation_id IS NOT NULL;

-- The runs that wait or are under way, the oldest of each tenant first.
CREATE INDEX "prospecting_job_running_idx" ON "prospecting_job"("tenant_id", "run_start_time", "id") WHERE status = 'running';

-- How many runs of a tenant are under way is counted with every claim, and must not cost more the more of them wait.
CREATE INDEX "prospecting_job_leased_idx" ON "prospecting_job"("tenant_id", "lease_until") WHERE lease_until IS NOT NULL;

CREATE INDEX "prospecting_job_idempotency_key_idx" ON "prospecting_job"("tenant_id", "idempotency_key")
  WHERE idempotency_key IS NOT NULL;

-- The deliveries that are still to be made.
CREATE INDEX "callback_delivery_due_idx" ON "callback_delivery"("next_at") WHERE delivered_at IS NULL AND given_up_at IS NULL;

ALTER TABLE "stored_answer"
  ADD CONSTRAINT "stored_answer_is_success" CHECK ("status" BETWEEN 200 AND 299),
  ADD CONSTRAINT "stored_answer_is_whole"
    CHECK (num_nonnulls("body", "packed") = CASE WHEN "status" IS NULL THEN 0 ELSE 1 END);

ALTER TABLE "prospecting_job"
  ADD CONSTRAINT "prospecting_job_end_check" CHECK ((run_end_time IS NULL) = (status = 'running')),
  ADD CONSTRAINT "prospecting_job_reason_check" CHECK ((failure_reason IS NOT NULL) = (status = 'failed')),
  ADD CONSTRAINT "prospecting_job_lease_check" CHECK (lease_until IS NULL OR status = 'running');

-- What is granted goes up to what a client can read exactly as a number.
ALTER TABLE "credit_account"
  ADD CONSTRAINT "credit_account_granted_check" CHECK (granted BETWEEN 0 AND 9007199254740991),
  ADD CONSTRAINT "credit_account_posted_check" CHECK (posted >= 0),
  ADD CONSTRAINT "credit_account_pending_check" CHECK (pending >= 0),
  ADD CONSTRAINT "credit_account_limit_check" CHECK (is_unlimited OR posted + pending <= granted);

ALTER TABLE "credit_hold"
  ADD CONSTRAINT "credit_hold_amount_check" CHECK (amount > 0),
  ADD CONSTRAINT "credit_hold_posted_check" CHECK (posted BETWEEN 0 AND amount AND (posted > 0) = (state = 'posted')),
  ADD CONSTRAINT "credit_hold_resolved_check" CHECK ((resolved_at IS NULL) = (state = 'pending'));

ALTER TABLE "credit_entry"
  ADD CONSTRAINT "credit_entry_hold_check" CHECK ((hold_id IS NULL) = (kind IN ('grant', 'revoke', 'unlimited', 'limited'))),
  ADD CONSTRAINT "credit_entry_operation_check" CHECK (operation_id IS NULL OR kind IN ('grant', 'revoke')),
  ADD CONSTRAINT "credit_entry_delta_check" CHECK (CASE kind
    WHEN 'grant' THEN granted_delta > 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'revoke' THEN granted_delta < 0 AND posted_delta = 0 AND pending_delta = 0
    WHEN 'reserve' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta > 0
    WHEN 'post' THEN granted_delta = 0 AND posted_delta > 0 AND posted_delta <= -pending_delta
    WHEN 'void' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
    WHEN 'expire' THEN granted_delta = 0 AND posted_delta = 0 AND pending_delta < 0
    ELSE granted_delta = 0 AND posted_delta = 0 AND pending_delta = 0
  END);
