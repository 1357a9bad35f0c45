// This file uses SQL because the times of claims must come from the clock of the database, and because a database function stores
// answers.
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { Database } from '../../platform/database/database.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { type CreditFeature, creditFeatures } from '../credits/credit-amounts.js';
import type { SqlRunner } from '../credits/ledger.sql.js';
import {
  type Attempt,
  type ClaimOutcome,
  type KeyedRequest,
  keyInUse,
  type PackedAnswer,
  answerNotStorable,
} from './stored-answer.js';

/** The lease of a claim, in seconds. If the attempt has not ended by then, another attempt may take over the key. */
const leaseSeconds = 15;

/** How many hours after its request a stored answer is sent again to retries. */
const lifeHours = 24;

/**
 * The maximum number of attempts to claim an idempotency key. An attempt fails if the insert finds the row of the key, but the row
 * is deleted before the next statement reads it. Three such failures in a row are improbable.
 */
const maxClaimAttempts = 3;

const insertClaim = `
  insert into stored_answer as stored (tenant_id, key, request, request_id, claim, lease_until, erasures, expires_at)
  select $1::text, $2::text, $3::bytea, $4::text, $5::uuid, now() + interval '${leaseSeconds} seconds',
    (select coalesce(max(erasures), 0) from installation), now() + interval '${lifeHours} hours'
   where not exists (select from stored_answer_total where tenant_id = $1 and bytes > $6::bigint)
  on conflict (tenant_id, key) do update set
    request = excluded.request, request_id = excluded.request_id, claim = excluded.claim,
    lease_until = excluded.lease_until, erasures = excluded.erasures, status = null, body = null, packed = null, features = '{}',
    created_at = excluded.created_at, expires_at = excluded.expires_at
  where stored.expires_at <= now()
     or (stored.status is null and stored.lease_until <= now() and stored.request = excluded.request)`;

const selectStored = `
  select request = $3, status, case when request = $3 then body end, case when request = $3 then packed end,
    features, unmatched_reasons, request_id from stored_answer
   where tenant_id = $1 and key = $2 and expires_at > now()`;

type StoredRow = [
  isSame: boolean,
  status: number | null,
  body: Buffer | null,
  packed: Buffer | null,
  features: string[],
  unmatchedReasons: string | null,
  requestId: string,
];

const storeAnswer =
  'select store_answer($1, $2, $3::uuid, $4::bigint, $5::bigint, $6::int, $7::bytea, $8::bytea, $9, $10)';

const selectFull = 'select from stored_answer_total where tenant_id = $1 and bytes > $2::bigint';

const deleteClaim = 'delete from stored_answer where tenant_id = $1 and key = $2 and claim = $3 and status is null';

/** Stores claims and answers. All times come from the clock of the database, because the clocks of processes may differ. */
@Injectable()
export class StoredAnswerSql {
  constructor(
    private readonly database: Database,
    @Inject(configToken) private readonly config: Pick<Config, 'storedAnswersBytes'>,
  ) {}

  /**
   * Claims the right to answer a request. If several attempts claim it at the same time, one of them succeeds. If the lease of
   * that attempt ends before an answer is stored, the next request with the same key and content can claim the right. While the
   * stored answers of the tenant exceed their limit, no claim succeeds.
   */
  async claim(request: KeyedRequest): Promise<ClaimOutcome> {
    const { tenantId, key, digest, requestId } = request;
    const token = randomUUID();
    for (let attemptNumber = 0; attemptNumber < maxClaimAttempts; attemptNumber += 1) {
      const { rowCount } = await this.database.pool.query({
        name: 'claim-answer',
        text: insertClaim,
        values: [tenantId, key, digest, requestId, token, this.config.storedAnswersBytes],
      });
      if (rowCount === 1) return { state: 'claimed', attempt: { tenantId, key, token } };
      const found = await this.find(request);
      if (found !== null) return found;
      if (await this.isFull(tenantId)) return { state: 'full' };
    }
    return { state: 'in-flight' };
  }

  /**
   * Stores an answer in a transaction of the caller, or releases the claim if a person was erased after the attempt began. It
   * throws what `AnswerClaim.complete` documents.
   */
  async complete(client: SqlRunner, { tenantId, key, token }: Attempt, { answer, text }: PackedAnswer): Promise<void> {
    const limit = this.config.storedAnswersBytes;
    const { status, features, unmatchedReasons = null } = answer;
    const { rows } = await client.query<[string]>({
      text: storeAnswer,
      values: [
        ...[tenantId, key, token, advisoryLocks.erasure, limit],
        ...[status, text.body, text.packed, features, unmatchedReasons],
      ],
      rowMode: 'array',
    });
    const outcome = rows[0]?.[0];
    if (outcome === 'lost') throw keyInUse();
    if (outcome === 'full') throw answerNotStorable(key, 'full');
  }

  async completeAlone(attempt: Attempt, answer: PackedAnswer): Promise<void> {
    await inTransaction(this.database.pool, (client) => this.complete(client, attempt, answer));
  }

  async release({ tenantId, key, token }: Attempt): Promise<void> {
    await this.database.pool.query(deleteClaim, [tenantId, key, token]);
  }

  /**
   * Deletes expired answers, and skips rows that another process has locked.
   * @returns the number of deleted answers, at most `limit`
   */
  async deleteExpired(limit: number): Promise<number> {
    const { rowCount } = await this.database.work.query(
      // With `materialized`, PostgreSQL runs the select only once, so that no more than `limit` rows are locked and deleted.
      `with expired as materialized (
         select tenant_id, key from stored_answer where expires_at <= now() limit $1 for update skip locked)
       delete from stored_answer s using expired e where s.tenant_id = e.tenant_id and s.key = e.key`,
      [limit],
    );
    return rowCount ?? 0;
  }

  private async find({ tenantId, key, digest }: KeyedRequest): Promise<ClaimOutcome | null> {
    const { rows } = await this.database.pool.query<StoredRow>({
      name: 'stored-answer',
      text: selectStored,
      values: [tenantId, key, digest],
      rowMode: 'array',
    });
    const [row] = rows;
    if (row === undefined) return null;
    const [isSame, status, body, packed, features, unmatchedReasons, requestId] = row;
    if (!isSame) return { state: 'other-request' };
    if (status === null) return { state: 'in-flight' };
    const answer = { status, text: { body, packed }, features: features.filter(isCreditFeature), unmatchedReasons };
    return { state: 'stored', answer, requestId };
  }

  private async isFull(tenantId: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(selectFull, [tenantId, this.config.storedAnswersBytes]);
    return rowCount === 1;
  }
}

function isCreditFeature(name: string): name is CreditFeature {
  return creditFeatures.some((feature) => feature === name);
}
