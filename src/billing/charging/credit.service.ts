import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sortableId } from '../../platform/database/sortable-id.js';
import { Failpoints } from '../../platform/async/failpoints.js';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { DomainError, textAbout, textWith } from '../../platform/errors/domain-error.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { FreeUsage } from '../usage/free-usage.sql.js';
import {
  type Balances,
  type Charges,
  charges as chargesOf,
  creditHeaders,
  creditsText,
  zeroCharges,
} from '../credits/credit-amounts.js';
import { type ChargeOutcome, Ledger, type RequestOrigin, type Reservation } from '../credits/ledger.sql.js';
import { type BillingContext, type ChargeableAnswer, ChargedAnswer, type PricedAnswer } from './charged-answer.js';
import { LastBalances } from './last-balances.js';
import { LowCreditMonitor } from './low-credit-monitor.js';
import { HoldExpired, SettlementService } from './settlement.service.js';

/**
 * A request that costs at most this number of credits, and has no idempotency key, is charged in a single step: the data is looked
 * up first, and then one statement reserves and charges the credits. That saves a commit. For a request that costs more, credits
 * are reserved before the lookup, so that a tenant without credits cannot cause a large lookup.
 */
const maxSingleStepCost = 10;
/**
 * The same limit as {@link maxSingleStepCost}, but for a tenant that had plenty of credits left after its last charge. It is much
 * higher, because such a tenant can almost certainly pay.
 */
const maxSingleStepCostOfPlenty = 1_000;

/**
 * The maximum time for which the answer to a failed request waits for the release of the reserved credits, in milliseconds. A longer
 * wait would often be useless: if the request failed because the database is unreachable, the release fails, too.
 */
const releaseTimeoutMs = 1_000;

/** The charge of one request, from the reservation of its credits to their settlement or release. */
export class Charge {
  /** The highest possible cost of the request. */
  maximum: Charges = new Map();
  /**
   * - `open`: no credits are reserved yet.
   * - `held`: the highest possible cost is reserved until it is settled or released.
   * - `free`: nothing is charged, because the request costs nothing or the service counts no credits.
   */
  state: 'open' | 'held' | 'free' = 'open';
  /** The balances after the reservation. The answer to a free request states these. */
  balances: Balances = new Map();
  /** The number of erasures that this process knew of before the request read its data, see {@link Ledger.erasures}. */
  erasures: number | null = null;
  readonly holdId = sortableId();

  /** @param holds whether the credits are always reserved before the answer is made, so that it can be charged in a transaction */
  constructor(
    readonly request: BillingContext,
    readonly holds = false,
  ) {}
}

/**
 * Charges requests. An answer is sent only after its charge, and a request that gets no answer is not charged. If the client
 * disconnects before the charge, nothing is charged, unless the answer is stored for a retry.
 *
 * For each request the caller calls `reserve`, reads the data, and calls `settle`. If one of these steps fails, it calls `release`.
 * If the process is killed in between, the hold expires and its credits are available again.
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
   * Reserves the highest possible cost of a request. For a request that is charged in a single step it reserves nothing:
   * {@link CreditService.settle} then reserves and charges the credits in one statement.
   * @param maximum the credits to reserve; for a feature with 0 only the balance is read
   * @throws DomainError MAXIMUM_CREDITS_EXCEEDED, INSUFFICIENT_CREDITS
   * @throws DomainError REQUEST_ABANDONED when the client has disconnected
   */
  async reserve(charge: Charge, maximum: Charges): Promise<void> {
    const { request } = charge;
    charge.maximum = maximum;
    if (this.config.credits === 'off') {
      await this.ledger.refreshErasures();
      charge.state = 'free';
      charge.balances = unlimited(maximum);
      return;
    }
    assertAffordable(request, maximum);
    assertAwaited(request);
    const total = sumOf(maximum);
    if (!charge.holds && this.isSingleStep(request, maximum, total)) {
      charge.erasures = this.ledger.erasures;
      return;
    }
    charge.balances = this.admitted(await this.ledger.reserve(this.reservationOf(charge)), charge);
    charge.state = total === 0 ? 'free' : 'held';
    this.failpoints.reach('credits-reserved');
    if (charge.state === 'held') assertAwaited(request);
  }

  /**
   * Charges the actual cost of an answer. After that, the answer may be sent.
   * @returns null if a person was erased after the data was read, or the cost is no longer right; the caller must read the data again and
   *   settle the new answer
   * @throws DomainError INSUFFICIENT_CREDITS when nothing was reserved before and too few credits are left
   * @throws DomainError REQUEST_ABANDONED when the client has disconnected before the charge
   * @throws HoldExpired when the reservation expired before the settlement
   */
  async settle<T extends ChargeableAnswer>(charge: Charge, priced: PricedAnswer<T>): Promise<ChargedAnswer<T> | null> {
    const { request } = charge;
    const { answer, charges } = priced;
    if (charge.state === 'free') {
      this.freeUsage.note(originOf(request), answer);
      return new ChargedAnswer(answer, chargesOf({}), charge.balances);
    }
    this.failpoints.reach('data-read');
    const isHeld = charge.state === 'held';
    if (isHeld || sumOf(charge.maximum) > maxSingleStepCost) await readConnections();
    assertAwaited(request);
    const balances = isHeld ? await this.settleHold(charge, priced) : await this.chargeAtOnce(charge, priced);
    if (balances === null) return null;
    this.failpoints.reach('credits-settled');
    this.metrics.creditsCharged(charges);
    return new ChargedAnswer(answer, charges, balances);
  }

  /**
   * Releases the credits that are still reserved for a failed request. It never throws, so that the client gets the error of the
   * request and not that of the release.
   */
  async release({ state, request, holdId, maximum }: Charge): Promise<void> {
    if (state !== 'held') return;
    // If the credits were charged already, this release changes nothing. If the release fails, the hold expires, and a timer
    // releases it.
    const release = this.ledger.settle(holdId, request.caller.tenantId, zeroCharges(maximum));
    await withTimeout(releaseTimeoutMs, 'the ledger does not answer', release).catch(() => undefined);
  }

  /**
   * Whether the credits of the request are reserved and charged in one statement after the lookup. A request with an idempotency
   * key is never charged in this way, because its answer is stored in the same transaction as the charge.
   */
  private isSingleStep({ caller, claim }: BillingContext, maximum: Charges, total: number): boolean {
    if (total === 0 || claim !== null || total > maxSingleStepCostOfPlenty) return false;
    return total <= maxSingleStepCost || this.lastBalances.hasPlenty(caller.tenantId, maximum);
  }

  private reservationOf({ holdId, request, maximum }: Charge): Reservation {
    const { isAbandoned } = request;
    const lifeSeconds = this.config.creditHoldSeconds;
    return { holdId, origin: originOf(request), amounts: maximum, lifeSeconds, isAbandoned };
  }

  private admitted({ outcome, balances }: ChargeOutcome, { request: { caller }, maximum }: Charge): Balances {
    this.monitor.check(caller.tenantId, balances);
    this.lastBalances.note(caller.tenantId, balances);
    if (outcome === 'reserved' || outcome === 'held') return balances;
    throw insufficientCredits(maximum, balances);
  }

  /**
   * Reserves and charges the credits of a request in one statement.
   * @returns the balances; null if a person was erased after the data was read, and then the credits are only reserved
   */
  private async chargeAtOnce(charge: Charge, priced: PricedAnswer<ChargeableAnswer>): Promise<Balances | null> {
    const { answer, charges } = priced;
    const charged = await this.ledger.charge(this.reservationOf(charge), charges, charge.erasures, answer);
    const balances = this.admitted(charged, charge);
    if (charged.outcome !== 'held') return balances;
    charge.state = 'held';
    assertAwaited(charge.request);
    return null;
  }

  /** @returns the balances; null if the cost of the answer is no longer right, and then the credits stay reserved */
  private async settleHold(
    { holdId, request }: Charge,
    priced: PricedAnswer<ChargeableAnswer>,
  ): Promise<Balances | null> {
    const { claim, isAbandoned, caller } = request;
    const { answer, charges, whenCharged } = priced;
    // The answer to a request that costs nothing is not stored, because a retry can do the work again for free.
    if (sumOf(charges) > 0 && (claim !== null || whenCharged !== undefined)) {
      return this.settlements.settleAndStore(holdId, caller.tenantId, priced, claim);
    }
    const { outcome, balances } = await this.ledger.settle(holdId, caller.tenantId, charges, answer, isAbandoned);
    if (outcome === 'gone') throw new HoldExpired();
    return balances;
  }
}

export function originOf({ id, caller, endpoint }: BillingContext): RequestOrigin {
  return { tenantId: caller.tenantId, requestId: id, keyId: caller.keyId, endpoint };
}

function unlimited(amounts: Charges): Balances {
  return new Map([...amounts.keys()].map((feature) => [feature, { remaining: 'unlimited', granted: 0 }]));
}

/**
 * Checks that a request cannot cost more than the limit that its client has set.
 * @param amounts the highest possible cost of the request
 * @throws DomainError MAXIMUM_CREDITS_EXCEEDED when the cost may exceed the limit
 */
export function assertAffordable({ maximumCredits }: Pick<BillingContext, 'maximumCredits'>, amounts: Charges): void {
  const cost = sumOf(amounts);
  if (maximumCredits === undefined || cost <= maximumCredits) return;
  const values = { cost: creditsText(cost), maximum: String(maximumCredits) };
  throw new DomainError('MAXIMUM_CREDITS_EXCEEDED', textWith('MAXIMUM_CREDITS_EXCEEDED', values));
}

/**
 * Stops the work on a request whose client has disconnected.
 * @throws DomainError REQUEST_ABANDONED when the client has disconnected
 */
function assertAwaited({ isAbandoned }: BillingContext): void {
  if (isAbandoned()) throw new DomainError('REQUEST_ABANDONED');
}

/**
 * Lets the process notice which clients have disconnected. Node reads no sockets while it composes a large answer, which takes
 * milliseconds. In the first turn of the event loop it reads all sockets, and after the second turn it knows which connections are
 * closed.
 */
async function readConnections(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function sumOf(amounts: Charges): number {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
}

/**
 * The 402 error for missing credits. Its message names the required and the remaining credits, and its headers are the credit
 * headers of a normal answer.
 */
export function insufficientCredits(amounts: Charges, balances: Balances): DomainError {
  const parts = [...amounts]
    .filter(([, amount]) => amount > 0)
    .map(([feature, amount]) => `${amount} ${feature} (${balances.get(feature)?.remaining ?? 0} left)`);
  const message = textAbout('INSUFFICIENT_CREDITS', parts.join(', '));
  return new DomainError('INSUFFICIENT_CREDITS', message, creditHeaders(chargesOf({}), balances));
}
