import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { EnrichmentAnswer } from '../../platform/http/enrichment-answer.js';
import type { AnswerClaim } from '../idempotency/answer-claim.js';
import type { Priced } from './billed.js';
import { Ledger, type SettleOutcome } from '../credits/ledger.js';

@Injectable()
export class SettlementRepository {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Settles a request and stores its answer for a retry, both or neither: a client whose connection broke then gets what
   * it has paid for.
   * @throws DomainError when the claim was lost to another attempt; then that one settles
   * @throws ValidationFailure when the answer cannot be kept; then nothing is charged
   */
  async settleAndStore(
    holdId: string,
    tenantId: string,
    { answer, charges }: Priced<unknown>,
    claim: AnswerClaim,
  ): Promise<SettleOutcome> {
    const features = [...charges.keys()];
    const packed = await claim.pack({ status: 200, body: await textOf(answer), features });
    const client = await this.database.pool.connect();
    try {
      await client.query('begin');
      await claim.complete(client, packed);
      const settled = await this.ledger.settleWithin(client, holdId, tenantId, charges);
      await client.query(settled.outcome === 'gone' ? 'rollback' : 'commit');
      return settled;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

async function textOf(answer: unknown): Promise<string> {
  return answer instanceof EnrichmentAnswer ? answer.text() : JSON.stringify(answer);
}
