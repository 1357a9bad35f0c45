import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Failpoints } from '../../platform/async/failpoints.js';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/observability/metrics.js';
import {
  type Balances,
  type Charges,
  charges as chargesOf,
  insufficientCredits,
  isLow,
} from '../credits/credit-amounts.js';
import { type ChargeOutcome, Ledger, type Occasion, type Reservation } from '../credits/ledger.sql.js';
import { Billed, type BilledRequest, type Priced } from './billed.js';
import { HoldExpired, SettlementSql } from './settlement.sql.js';

/** An operator has to hear it once, not with every request. */
const silenceMs = 60 * 60_000;

/** Warns in the log when a tenant runs low on credits, at most once an hour for each account and process. */
@Injectable()
export class LowCreditWatch {
  private readonly logger = new Logger(LowCreditWatch.name);
  private readonly told = new LRUCache<string, true>({ max: 10_000, ttl: silenceMs });

  look(tenantId: string, balances: Balances): void {
    for (const [feature, balance] of balances) {
      const account = `${tenantId}/${feature}`;
      if (!isLow(balance)) this.told.delete(account);
      else if (!this.told.has(account)) {
        this.told.set(account, true);
        const { remaining, granted } = balance;
        this.logger.warn(`Tenant ${tenantId} has ${remaining} of ${granted} ${feature} credits left`);
      }
    }
  }
}

/**
 * A request that can cost so many credits at most is looked up first and then charged in one step, which spares it a commit.
 * Looking up more would be too much work to do for who may turn out not to have the credits.
 */
const mostInOneStep = 10;

/**
 * How long the answer to a failed request waits for its credits to be given back, in milliseconds. The database may be what has
 * failed it.
 */
const releaseTimeoutMs = 1_000;

/** Sees to it that nothing is answered before it is paid for, and nothing paid for that was not answered. */
@Injectable()
export class CreditService {
  constructor(
    private readonly ledger: Ledger,
    private readonly settlements: SettlementSql,
    private readonly watch: LowCreditWatch,
    private readonly failpoints: Failpoints,
    private readonly metrics: Metrics,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Does the work of a request and charges what it did cost, if the most that it might have cost is there. When the work
   * fails nothing is charged; when the process dies, what was reserved is given back by itself.
   * @param most what to reserve; a feature with 0 is free and only has its balance told
   * @throws DomainError INSUFFICIENT_CREDITS, before anything was done or, of a small request, was only read
   * @throws Error when the reservation has run out meanwhile: what was read must then not be answered
   */
  async charge<T>(request: BilledRequest, most: Charges, work: () => Promise<Priced<T>>): Promise<Billed<T>> {
    if (this.config.credits === 'off') {
      await this.ledger.hearOfErasures();
      return unmetered(most, await work());
    }
    const total = sumOf(most);
    // An answer that is stored for retries is stored with its settlement, in a transaction of its own.
    if (total > 0 && total <= mostInOneStep && request.claim === null) return this.chargeAtOnce(request, most, work);
    const holdId = randomUUID();
    const balances = await this.reserve(holdId, request, most);
    this.failpoints.reach('credits-reserved');
    if (total === 0) return new Billed((await work()).answer, chargesOf({}), balances);
    return this.orRelease(holdId, request, most, async () => {
      const priced = await work();
      this.failpoints.reach('data-read');
      const settled = await this.settle(holdId, request, priced);
      this.failpoints.reach('credits-settled');
      return settled;
    });
  }

  private async chargeAtOnce<T>(
    request: BilledRequest,
    most: Charges,
    work: () => Promise<Priced<T>>,
  ): Promise<Billed<T>> {
    const holdId = randomUUID();
    const asOf = this.ledger.erasures;
    const { answer, charges } = await work();
    this.failpoints.reach('data-read');
    const charged = await this.ledger.charge(this.reservation(holdId, request, most), charges, asOf);
    const balances = this.admitted(charged, request, most);
    if (charged.outcome === 'held') {
      return this.orRelease(holdId, request, most, async () => this.settle(holdId, request, await work()));
    }
    this.failpoints.reach('credits-settled');
    this.metrics.creditsCharged(charges);
    return new Billed(answer, charges, balances);
  }

  private async reserve(holdId: string, request: BilledRequest, amounts: Charges): Promise<Balances> {
    return this.admitted(await this.ledger.reserve(this.reservation(holdId, request, amounts)), request, amounts);
  }

  private reservation(holdId: string, request: BilledRequest, amounts: Charges): Reservation {
    return { holdId, occasion: occasionOf(request), amounts, lifeSeconds: this.config.creditHoldSeconds };
  }

  private admitted({ outcome, balances }: ChargeOutcome, { caller }: BilledRequest, amounts: Charges): Balances {
    this.watch.look(caller.tenantId, balances);
    if (outcome === 'reserved' || outcome === 'held') return balances;
    throw insufficientCredits(amounts, balances);
  }

  private async orRelease<T>(
    holdId: string,
    { caller }: BilledRequest,
    most: Charges,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The failure of the work is the one to report. What is settled by now stays so, and a hold that stays is swept.
      const release = this.ledger.settle(holdId, caller.tenantId, nothingOf(most));
      await withTimeout(releaseTimeoutMs, 'the ledger does not answer', release).catch(() => undefined);
      throw error;
    }
  }

  private async settle<T>(holdId: string, request: BilledRequest, priced: Priced<T>): Promise<Billed<T>> {
    const { tenantId } = request.caller;
    // What was free may be worked out again for a retry: it takes no room among the answers that are kept.
    const balances =
      request.claim === null || sumOf(priced.charges) === 0
        ? await this.settleAlone(holdId, tenantId, priced.charges)
        : await this.settlements.settleAndStore(holdId, tenantId, priced, request.claim);
    this.metrics.creditsCharged(priced.charges);
    return new Billed(priced.answer, priced.charges, balances);
  }

  private async settleAlone(holdId: string, tenantId: string, charges: Charges): Promise<Balances> {
    const { outcome, balances } = await this.ledger.settle(holdId, tenantId, charges);
    if (outcome === 'gone') throw new HoldExpired();
    return balances;
  }
}

export function occasionOf({ id, caller, endpoint }: BilledRequest): Occasion {
  return { tenantId: caller.tenantId, requestId: id, keyId: caller.keyId, endpoint };
}

function unmetered<T>(most: Charges, { answer }: Priced<T>): Billed<T> {
  const balances = [...most.keys()].map((feature) => [feature, { remaining: 'unlimited', granted: 0 }] as const);
  return new Billed(answer, chargesOf({}), new Map(balances));
}

function sumOf(amounts: Charges): number {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
}

function nothingOf(amounts: Charges): Charges {
  return new Map([...amounts.keys()].map((feature) => [feature, 0]));
}
