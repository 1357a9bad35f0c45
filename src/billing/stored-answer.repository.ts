import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { erasureLock } from '../platform/database/erasure-lock.js';
import { creditFeatures, type CreditFeature } from './charges.js';
import type { SqlRunner } from './ledger.js';
import { keyInUse, type Attempt, type ClaimOutcome, type KeyedRequest, type StoredAnswer } from './stored-answer.js';

/** How long an attempt is left alone. Who has died in it is known only by its silence. */
const leaseSeconds = 15;

/** How long an answer can be had again. */
const lifeHours = 24;

/** A row may go away between two looks at it; it does not go on doing so. */
const mostLooks = 3;

const insertClaim = `
  insert into stored_answer as stored (tenant_id, key, request, request_id, claim, lease_until, erasures, expires_at)
  values ($1, $2, $3, $4, $5, now() + interval '${leaseSeconds} seconds',
    (select coalesce(max(erasures), 0) from installation), now() + interval '${lifeHours} hours')
  on conflict (tenant_id, key) do update set
    request = excluded.request, request_id = excluded.request_id, claim = excluded.claim,
    lease_until = excluded.lease_until, erasures = excluded.erasures, status = null, body = null, features = '{}',
    created_at = excluded.created_at, expires_at = excluded.expires_at
  where stored.expires_at <= now()
     or (stored.status is null and stored.lease_until <= now() and stored.request = excluded.request)`;

const selectStored = `
  select request = $3, status, case when request = $3 then body end, features, request_id from stored_answer
   where tenant_id = $1 and key = $2 and expires_at > now()`;

type StoredRow = [isSame: boolean, status: number | null, body: Buffer | null, features: string[], requestId: string];

const updateAnswer = `
  update stored_answer set status = $4, body = $5, features = $6
   where tenant_id = $1 and key = $2 and claim = $3 and status is null
     and erasures = (select coalesce(max(erasures), 0) from installation)`;

const deleteClaim = 'delete from stored_answer where tenant_id = $1 and key = $2 and claim = $3 and status is null';

/** Times are the database's throughout, so that processes need not agree on theirs. */
@Injectable()
export class StoredAnswerRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims the right to answer the request; exactly one of all that ask at the same time gets it. Who has had it for too
   * long without answering loses it to the next equal request.
   */
  async claim(request: KeyedRequest): Promise<ClaimOutcome> {
    const { tenantId, key, digest, requestId } = request;
    const token = randomUUID();
    for (let look = 0; look < mostLooks; look += 1) {
      const { rowCount } = await this.database.pool.query({
        name: 'claim-answer',
        text: insertClaim,
        values: [tenantId, key, digest, requestId, token],
      });
      if (rowCount === 1) return { state: 'claimed', attempt: { tenantId, key, token } };
      const found = await this.find(request);
      if (found !== null) return found;
    }
    return { state: 'in-flight' };
  }

  /** As {@link AnswerClaim.complete}. */
  async complete(client: SqlRunner, { tenantId, key, token }: Attempt, answer: StoredAnswer): Promise<void> {
    const { status, body, features } = answer;
    // A statement before the comparison, which must see what was committed until the lock was granted.
    if (await noneIsBeingErased(client)) {
      const values = [tenantId, key, token, status, Buffer.from(body, 'utf8'), features];
      const { rowCount } = await client.query({ text: updateAnswer, values });
      if (rowCount === 1) return;
    }
    const { rowCount } = await client.query({ text: deleteClaim, values: [tenantId, key, token] });
    if (rowCount !== 1) throw keyInUse();
  }

  async completeAlone(attempt: Attempt, answer: StoredAnswer): Promise<void> {
    const client = await this.database.pool.connect();
    try {
      await client.query('begin');
      await this.complete(client, attempt, answer);
      await client.query('commit');
    } catch (error) {
      // On a lost connection there is nothing to roll back, and the first error is the one to report.
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async release({ tenantId, key, token }: Attempt): Promise<void> {
    await this.database.pool.query(deleteClaim, [tenantId, key, token]);
  }

  /** @returns how many answers are gone, `limit` at most */
  async deleteExpired(limit: number): Promise<number> {
    const { rowCount } = await this.database.work.query(
      `delete from stored_answer where (tenant_id, key) in (
         select tenant_id, key from stored_answer where expires_at <= now() limit $1 for update skip locked)`,
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
    const [isSame, status, body, features, requestId] = row;
    if (!isSame) return { state: 'other-request' };
    if (status === null || body === null) return { state: 'in-flight' };
    const answer = { status, body: body.toString('utf8'), features: features.filter(isCreditFeature) };
    return { state: 'stored', answer, requestId };
  }
}

async function noneIsBeingErased(client: SqlRunner): Promise<boolean> {
  const { rows } = await client.query<[boolean]>({
    text: 'select pg_try_advisory_xact_lock_shared($1)',
    values: [erasureLock],
    rowMode: 'array',
  });
  return rows[0]?.[0] === true;
}

function isCreditFeature(name: string): name is CreditFeature {
  return creditFeatures.some((feature) => feature === name);
}
