import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sortableId } from '../../platform/database/sortable-id.js';
import { Failpoints } from '../../platform/async/failpoints.js';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { DomainError, textAbout } from '../../platform/errors/domain-error.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { FreeUsage } from '../usage/free-usage.sql.js';
import {
  type Balances,
  type Charges,
  charges as chargesOf,
  creditHeaders,
  creditsText,
} from '../credits/credit-amounts.js';
import { type ChargeOutcome, Ledger, type RequestOrigin, type Reservation } from '../credits/ledger.sql.js';
import { ChargedAnswer, type BillingContext, type PricedAnswer } from './charged-answer.js';
import { LastBalances } from './last-balances.js';
import { LowCreditMonitor } from './low-credit-monitor.js';
import { HoldExpired, SettlementService } from './settlement.service.js';

/**
 * The highest possible cost of a request that is looked up first and then charged in one step, which saves a commit. A larger
 * lookup is too much work for a tenant that may lack the credits.
 */
const maxSingleStepCost = 10;
/** The same for a tenant that had plenty of credits left. */
const maxSingleStepCostOfPlenty = 1_000;

/**
 * How long the answer to a failed request waits for the release of its hold, in milliseconds. An unreachable database may be the
 * reason of the failure.
 */
const releaseTimeoutMs = 1_000;

/**
 * Charges requests: an answer is sent only after its charge, and a request without an answer is not charged. That includes a request
 * whose client has left before the charge, unless its answer is kept for a retry.
 */
@Injectable()
export class CreditService {
  private readonly lastBalances = new LastBalances();

  constructor(
    private readonly ledger: Ledger,
    private readonly settlements: SettlementService,
    private readonly monitor: LowCreditMonitor,
    private readonly freeUsage: FreeUsage,
    private readonly failpoints: Failpoints,
    private readonly metrics: Metrics,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Reserves the maximum cost of a request, does its work and charges the actual cost. When the work fails, nothing is charged;
   * when the process is killed, the hold expires.
   * @param maxCharges credits to reserve; a feature with 0 is free, and only its balance is returned
   * @throws DomainError MAXIMUM_CREDITS_EXCEEDED before the work
   * @throws DomainError INSUFFICIENT_CREDITS, before the work or, for a small request or with plenty of credits, after reads only
   * @throws DomainError REQUEST_ABANDONED when the client has left before the charge; nothing is charged
   * @throws HoldExpired when the hold expired before the work was done; the data must then not be sent
   */
  async charge<T>(
    request: BillingContext,
    maxCharges: Charges,
    work: () => Promise<PricedAnswer<T>>,
  ): Promise<ChargedAnswer<T>> {
    if (this.config.credits === 'off') {
      await this.ledger.refreshErasures();
      return unmetered(maxCharges, await this.answerFree(request, work));
    }
    assertAffordable(request, maxCharges);
    assertAwaited(request);
    const total = sumOf(maxCharges);
    if (this.isSingleStep(request, maxCharges, total)) return this.chargeAtOnce(request, maxCharges, work);
    const holdId = sortableId();
    const balances = await this.reserve(holdId, request, maxCharges);
    this.failpoints.reach('credits-reserved');
    if (total === 0) return new ChargedAnswer(await this.answerFree(request, work), chargesOf({}), balances);
    return this.releaseOnFailure(holdId, request, maxCharges, () => this.workUnderHold(holdId, request, work));
  }

  /** Not with an idempotency key: its answer is stored in the transaction of the settlement. */
  private isSingleStep({ caller, claim }: BillingContext, maxCharges: Charges, total: number): boolean {
    if (total === 0 || claim !== null || total > maxSingleStepCostOfPlenty) return false;
    return total <= maxSingleStepCost || this.lastBalances.hasPlenty(caller.tenantId, maxCharges);
  }

  private async answerFree<T>(request: BillingContext, work: () => Promise<PricedAnswer<T>>): Promise<T> {
    const { answer, identifiers } = await work();
    this.freeUsage.note(originOf(request), identifiers);
    return answer;
  }

  private async chargeAtOnce<T>(
    request: BillingContext,
    maxCharges: Charges,
    work: () => Promise<PricedAnswer<T>>,
  ): Promise<ChargedAnswer<T>> {
    const holdId = sortableId();
    const asOf = this.ledger.erasures;
    const { answer, charges, identifiers } = await work();
    this.failpoints.reach('data-read');
    if (sumOf(maxCharges) > maxSingleStepCost) await readConnections();
    assertAwaited(request);
    const reservation = this.reservation(holdId, request, maxCharges);
    const charged = await this.ledger.charge(reservation, charges, asOf, identifiers);
    const balances = this.admitted(charged, request, maxCharges);
    if (charged.outcome === 'held') {
      return this.releaseOnFailure(holdId, request, maxCharges, () => this.workUnderHold(holdId, request, work));
    }
    this.failpoints.reach('credits-settled');
    this.metrics.creditsCharged(charges);
    return new ChargedAnswer(answer, charges, balances);
  }

  private async workUnderHold<T>(
    holdId: string,
    request: BillingContext,
    work: () => Promise<PricedAnswer<T>>,
  ): Promise<ChargedAnswer<T>> {
    assertAwaited(request);
    const priced = await work();
    this.failpoints.reach('data-read');
    await readConnections();
    assertAwaited(request);
    const settled = await this.settle(holdId, request, priced);
    this.failpoints.reach('credits-settled');
    return settled;
  }

  private async reserve(holdId: string, request: BillingContext, amounts: Charges): Promise<Balances> {
    return this.admitted(await this.ledger.reserve(this.reservation(holdId, request, amounts)), request, amounts);
  }

  private reservation(holdId: string, request: BillingContext, amounts: Charges): Reservation {
    const { isAbandoned } = request;
    return { holdId, origin: originOf(request), amounts, lifeSeconds: this.config.creditHoldSeconds, isAbandoned };
  }

  private admitted({ outcome, balances }: ChargeOutcome, { caller }: BillingContext, amounts: Charges): Balances {
    this.monitor.check(caller.tenantId, balances);
    this.lastBalances.note(caller.tenantId, balances);
    if (outcome === 'reserved' || outcome === 'held') return balances;
    throw insufficientCredits(amounts, balances);
  }

  private async releaseOnFailure<T>(
    holdId: string,
    { caller }: BillingContext,
    maxCharges: Charges,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The error of the work is the one to report. A settled hold stays settled, and the sweep releases a remaining one.
      const release = this.ledger.settle(holdId, caller.tenantId, zeroCharges(maxCharges));
      await withTimeout(releaseTimeoutMs, 'the ledger does not answer', release).catch(() => undefined);
      throw error;
    }
  }

  private async settle<T>(holdId: string, request: BillingContext, priced: PricedAnswer<T>): Promise<ChargedAnswer<T>> {
    const { tenantId } = request.caller;
    // A retry can repeat free work, so its answer is not stored.
    const balances =
      request.claim === null || sumOf(priced.charges) === 0
        ? await this.settleAlone(holdId, request, priced)
        : await this.settlements.settleAndStore(holdId, tenantId, priced, request.claim);
    this.metrics.creditsCharged(priced.charges);
    return new ChargedAnswer(priced.answer, priced.charges, balances);
  }

  private async settleAlone(
    holdId: string,
    { caller: { tenantId }, isAbandoned }: BillingContext,
    { charges, identifiers }: PricedAnswer<unknown>,
  ): Promise<Balances> {
    const { outcome, balances } = await this.ledger.settle(holdId, tenantId, charges, identifiers, isAbandoned);
    if (outcome === 'gone') throw new HoldExpired();
    return balances;
  }
}

export function originOf({ id, caller, endpoint }: BillingContext): RequestOrigin {
  return { tenantId: caller.tenantId, requestId: id, keyId: caller.keyId, endpoint };
}

function unmetered<T>(maxCharges: Charges, answer: T): ChargedAnswer<T> {
  const balances = [...maxCharges.keys()].map((feature) => [feature, { remaining: 'unlimited', granted: 0 }] as const);
  return new ChargedAnswer(answer, chargesOf({}), new Map(balances));
}

/**
 * @param amounts the highest possible cost
 * @throws DomainError MAXIMUM_CREDITS_EXCEEDED
 */
export function assertAffordable({ maximumCredits }: Pick<BillingContext, 'maximumCredits'>, amounts: Charges): void {
  const cost = sumOf(amounts);
  if (maximumCredits === undefined || cost <= maximumCredits) return;
  const message = `The call may cost ${creditsText(cost)}, more than its maximum of ${maximumCredits}. Nothing was charged.`;
  throw new DomainError('MAXIMUM_CREDITS_EXCEEDED', message);
}

/** @throws DomainError REQUEST_ABANDONED */
function assertAwaited({ isAbandoned }: BillingContext): void {
  if (isAbandoned()) throw new DomainError('REQUEST_ABANDONED');
}

/**
 * Lets the process notice which connections were closed during the work. Laying out many results takes milliseconds, in which no
 * connection is read. The first turn of the event loop reads them all, so at the second turn their ends are known.
 */
async function readConnections(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function sumOf(amounts: Charges): number {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
}

function zeroCharges(amounts: Charges): Charges {
  return new Map([...amounts.keys()].map((feature) => [feature, 0]));
}

/** The 402 error, which names the missing credits in its message and carries the credit headers of every answer. */
export function insufficientCredits(amounts: Charges, balances: Balances): DomainError {
  const parts = [...amounts]
    .filter(([, amount]) => amount > 0)
    .map(([feature, amount]) => `${amount} ${feature} (${balances.get(feature)?.remaining ?? 0} left)`);
  const message = textAbout('INSUFFICIENT_CREDITS', parts.join(', '));
  return new DomainError('INSUFFICIENT_CREDITS', message, creditHeaders(chargesOf({}), balances));
}
