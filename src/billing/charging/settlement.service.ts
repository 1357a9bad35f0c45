import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { AnswerClaim } from '../idempotency/answer-claim.js';
import type { ChargeableAnswer, PricedAnswer } from './charged-answer.js';
import type { Balances } from '../credits/credit-amounts.js';
import { Ledger } from '../credits/ledger.sql.js';

/** The reservation of a request's credits expired before the settlement. Nothing was charged, so the data must not be sent. */
export class HoldExpired extends Error {
  constructor() {
    super('The reservation of credits expired before the request was answered; nothing was charged');
  }
}

/** Rolls a settlement back whose cost is no longer right. */
class CostOutdated extends Error {}

@Injectable()
export class SettlementService {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Charges a request, and stores in the same transaction its answer, if the request has an idempotency key, and what comes with the charge.
   * If the connection breaks after the charge, the client gets the stored answer with a retry.
   * @returns the balances; null if the cost of the answer is no longer right, and then nothing is charged or stored
   * @throws HoldExpired when the hold is no longer pending
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE when another attempt has taken over the claim; that attempt then settles the request
   * @throws ValidationException when the answer cannot be stored; nothing is charged then
   */
  async settleAndStore(
    holdId: string,
    tenantId: string,
    { answer, charges, whenCharged }: PricedAnswer<ChargeableAnswer>,
    claim: AnswerClaim | null,
  ): Promise<Balances | null> {
    const features = [...charges.keys()];
    const { unmatchedReasons } = answer;
    const packed = await claim?.pack({ status: 200, body: await answer.text(), features, unmatchedReasons });
    const settle = inTransaction(this.database.pool, async (client) => {
      if (claim !== null && packed !== undefined) await claim.complete(client, packed);
      if ((await whenCharged?.(client)) === 'outdated') throw new CostOutdated();
      const { outcome, balances } = await this.ledger.settleWithin(client, holdId, tenantId, charges, answer);
      if (outcome === 'gone') throw new HoldExpired();
      return balances;
    });
    return settle.catch((error: unknown) => {
      if (error instanceof CostOutdated) return null;
      throw error;
    });
  }
}
