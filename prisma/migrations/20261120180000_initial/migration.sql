-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

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
CREATE TYPE "credit_entry_kind" AS ENUM ('grant', 'reserve', 'post', 'void', 'expire');

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

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "pepper" BYTEA NOT NULL,

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

    CONSTRAINT "person_email_pkey" PRIMARY KEY ("address","person_id")
);

-- CreateTable
CREATE TABLE "person_phone" (
    "person_id" BIGINT NOT NULL,
    "number" TEXT NOT NULL,

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

    CONSTRAINT "credit_account_pkey" PRIMARY KEY ("tenant_id","feature")
);

-- CreateTable
CREATE TABLE "credit_hold" (
    "request_id" UUID NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "posted" INTEGER NOT NULL DEFAULT 0,
    "state" "hold_state" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "credit_hold_pkey" PRIMARY KEY ("request_id","feature")
);

-- CreateTable
CREATE TABLE "credit_entry" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "feature" "credit_feature" NOT NULL,
    "request_id" UUID,
    "key_id" TEXT,
    "endpoint" TEXT,
    "kind" "credit_entry_kind" NOT NULL,
    "granted_delta" BIGINT NOT NULL DEFAULT 0,
    "posted_delta" BIGINT NOT NULL DEFAULT 0,
    "pending_delta" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_answer" (
    "tenant_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" BYTEA NOT NULL,
    "status" INTEGER,
    "headers" JSONB,
    "body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_answer_pkey" PRIMARY KEY ("tenant_id","key")
);

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
    "hold_request_id" UUID NOT NULL,
    "run_start_time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "run_end_time" TIMESTAMPTZ(3),
    "enqueued_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
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
CREATE UNIQUE INDEX "person_network_url_key" ON "person"("network_url");

-- CreateIndex
CREATE UNIQUE INDEX "person_network_id_key" ON "person"("network_id");

-- CreateIndex
CREATE INDEX "person_company_id_idx" ON "person"("company_id");

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
CREATE INDEX "credit_hold_state_expires_at_idx" ON "credit_hold"("state", "expires_at");

-- CreateIndex
CREATE INDEX "credit_entry_tenant_id_created_at_idx" ON "credit_entry"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "credit_entry_request_id_idx" ON "credit_entry"("request_id");

-- CreateIndex
CREATE INDEX "stored_answer_expires_at_idx" ON "stored_answer"("expires_at");

-- CreateIndex
CREATE INDEX "prospecting_job_tenant_id_run_start_time_idx" ON "prospecting_job"("tenant_id", "run_start_time");

-- CreateIndex
CREATE INDEX "prospecting_job_status_deadline_at_idx" ON "prospecting_job"("status", "deadline_at");

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
ALTER TABLE "credit_account" ADD CONSTRAINT "credit_account_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_answer" ADD CONSTRAINT "stored_answer_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prospecting_job" ADD CONSTRAINT "prospecting_job_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prospect" ADD CONSTRAINT "prospect_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "prospecting_job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prospect" ADD CONSTRAINT "prospect_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;
