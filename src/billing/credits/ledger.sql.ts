// This file uses SQL because it calls the database functions of the ledger, which lock and change the accounts of many requests at
// once.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { Batcher } from '../../platform/async/batcher.js';
import type { Balances, Charges, IdentifierCounts } from './credit-amounts.js';
import {
  bookColumns,
  type Booking,
  ledgerSql,
  type LedgerSql,
  type RequestOrigin,
  readVerdicts,
  type Reservation,
  settleColumns,
  type Settlement,
  type Verdict,
  type VerdictRow,
} from './ledger-batches.sql.js';

export type { RequestOrigin, Reservation };

interface ReserveOutcome {
  /**
   * - `reserved`: all amounts are reserved.
   * - `refused`: too few credits are left; nothing was changed.
   * - `known`: a hold with this id exists already; nothing was changed.
   */
  readonly outcome: 'reserved' | 'refused' | 'known';
  /** The balance of each feature in the reservation, after the credits are reserved. */
  readonly balances: Balances;
}

export interface ChargeOutcome extends Omit<ReserveOutcome, 'outcome'> {
  /**
   * - `reserved`: the credits are reserved and the costs are charged.
   * - `held`: the credits are only reserved, because a person was erased after the data was read. The caller must read the data
   *   again and then settle.
   */
  readonly outcome: ReserveOutcome['outcome'] | 'held';
}

interface SettleOutcome {
  /** `gone`: the tenant has no pending hold with this id, because the hold has expired, was settled, or never existed. */
  readonly outcome: 'settled' | 'gone';
  /** The balance of every feature that occurs in the settlement or in its hold, as it is after all settlements of the batch. */
  readonly balances: Balances;
}

/** The method of a PostgreSQL client that the ledger calls. */
export type SqlRunner = Pick<ClientBase, 'query'>;

/** The maximum number of calls in one statement. A larger batch takes more time than it saves. */
const maxBatchSize = 128;
const maxInteger = 2 ** 31 - 1;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Call = { readonly booking: Booking } | { readonly settlement: Settlement };

/**
 * The credit ledger. A request reserves its highest possible cost in a hold, and later settles the hold with its actual cost. If
 * the process is killed in between, the hold expires. Functions in the database decide about each call. Calls that are made at the
 * same time share a statement and its commit.
 *
 * A call may have to wait until the statement before it ends. If the client of the request disconnects during this wait, the call
 * fails and has no effect.
 *
 * A call that fails for any other reason may still have had its effect. It is safe to repeat the call, because a hold is reserved
 * only once and settled only once.
 */
@Injectable()
export class Ledger {
  private readonly calls: Batcher<Call, Verdict>;
  private readonly mode: 'replicated' | 'standalone';
  private readonly sql: LedgerSql;

  constructor(private readonly database: Database) {
    this.calls = new Batcher((batch) => this.decideAll(database.pool, batch), maxBatchSize);
    this.mode = database.replica === null ? 'standalone' : 'replicated';
    this.sql = ledgerSql(this.mode);
  }

  /**
   * The number of erasures that this process knows of; null without a read replica. A read that begins now returns no person whom
   * these erasures have erased. Pass the number to {@link charge} as `asOf`.
   */
  get erasures(): number | null {
    return this.database.replica?.erasures ?? null;
  }

  /**
   * Asks the database how many erasures there have been. A request that charges or reserves credits gets this number in the result.
   * Any other request has to ask, because otherwise a replica that lags behind could return an erased person.
   */
  async refreshErasures(): Promise<void> {
    await this.database.replica?.refresh();
  }

  /**
   * Reserves credits until they are settled or expire.
   * @throws RangeError for an invalid reservation, and errors of the database
   * @throws DomainError REQUEST_ABANDONED when the client has disconnected; nothing is reserved then
   */
  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    assertReservable(reservation);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    return reserveOutcome(await this.submit({ booking: reserving(reservation) }, reservation.isAbandoned));
  }

  /**
   * Reserves and settles in one step, for a request whose actual cost is already known. If the highest possible cost cannot be
   * reserved, nothing is charged, even if enough credits are left for the actual cost.
   * @param costs the credits to charge, for each feature at most the reserved ones; a feature that is not in the map costs 0
   * @param asOf the value of {@link erasures} before the data was read; null without a replica
   * @throws RangeError for an invalid reservation or cost, and errors of the database
   * @throws DomainError REQUEST_ABANDONED when the client has disconnected; nothing is charged then
   */
  async charge(
    reservation: Reservation,
    costs: Charges,
    asOf: number | null = null,
    identifiers: IdentifierCounts | null = null,
  ): Promise<ChargeOutcome> {
    assertReservable(reservation);
    assertCovered(costs, reservation.amounts);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    const verdict = await this.submit({ booking: { reservation, costs, asOf, identifiers } }, reservation.isAbandoned);
    const { outcome, balances } = reserveOutcome(verdict);
    const isHeld = outcome === 'reserved' && asOf !== null && (verdict.erasures ?? asOf) > asOf;
    return { outcome: isHeld ? 'held' : outcome, balances };
  }

  /**
   * Charges the amounts, and releases the other credits of the hold.
   * @throws RangeError when an amount is invalid or exceeds the reservation, and errors of the database
   * @throws DomainError REQUEST_ABANDONED when `isAbandoned` returns true; the hold then stays as it is
   */
  async settle(
    holdId: string,
    tenantId: string,
    amounts: Charges,
    identifiers: IdentifierCounts | null = null,
    isAbandoned?: () => boolean,
  ): Promise<SettleOutcome> {
    const settlement = { holdId, tenantId, amounts, identifiers };
    assertSettleable(settlement);
    return settleOutcome(await this.submit({ settlement }, isAbandoned));
  }

  /**
   * Does what {@link reserve} does, but in a transaction of the caller, which must have the isolation level READ COMMITTED. The
   * accounts of the tenant stay locked until the transaction ends, so make this call the last one of the transaction.
   */
  async reserveWithin(client: SqlRunner, reservation: Reservation): Promise<ReserveOutcome> {
    assertReservable(reservation);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    const [verdict] = await this.decideAll(client, [{ booking: reserving(reservation) }]);
    return reserveOutcome(verdict ?? unexpectedOutcome());
  }

  /**
   * Does what {@link settle} does, but in a transaction of the caller. The transaction must meet the conditions of {@link
   * reserveWithin}.
   */
  async settleWithin(
    client: SqlRunner,
    holdId: string,
    tenantId: string,
    amounts: Charges,
    identifiers: IdentifierCounts | null = null,
  ): Promise<SettleOutcome> {
    const settlement = { holdId, tenantId, amounts, identifiers };
    assertSettleable(settlement);
    const [verdict] = await this.decideAll(client, [{ settlement }]);
    return settleOutcome(verdict ?? unexpectedOutcome());
  }

  /**
   * Releases expired holds, the oldest first.
   * @param limit the maximum number of holds; a hold on two features counts as two
   * @returns the number of released holds, without those that another process settled or released at the same time
   */
  async sweepExpired(limit: number): Promise<number> {
    const { rows } = await this.database.work.query<[number]>({
      name: 'credit-sweep',
      text: 'select credit_sweep($1::int)',
      values: [limit],
      rowMode: 'array',
    });
    return rows[0]?.[0] ?? unexpectedOutcome();
  }

  /**
   * Sends a call to the database, in one statement with other calls that wait.
   * @throws DomainError REQUEST_ABANDONED when the client has disconnected before the call was sent; the call has no effect then
   */
  private submit(call: Call, isAbandoned: (() => boolean) | undefined): Promise<Verdict> {
    if (isAbandoned === undefined) return this.calls.submit(call);
    return this.calls.submit(call, () => (isAbandoned() ? new DomainError('REQUEST_ABANDONED') : null));
  }

  /** Carries out all calls in one statement, and so in one commit. The verdicts are in the order of the calls. */
  private async decideAll(client: SqlRunner, calls: readonly Call[]): Promise<Verdict[]> {
    const settlements = calls.flatMap((call) => ('settlement' in call ? [call.settlement] : []));
    const bookings = calls.flatMap((call) => ('booking' in call ? [call.booking] : []));
    const verdicts = await this.callFunctions(client, settlements, bookings);
    this.database.replica?.note(verdicts[0]?.erasures ?? 0);
    const nextIndex = { settlement: 0, booking: settlements.length };
    return calls.map((call) => {
      const index = 'settlement' in call ? nextIndex.settlement++ : nextIndex.booking++;
      return verdicts[index] ?? unexpectedOutcome();
    });
  }

  /**
   * Calls the database function that carries out a batch.
   * @returns the verdicts on the settlements, then those on the bookings
   */
  private callFunctions(
    client: SqlRunner,
    settlements: readonly Settlement[],
    bookings: readonly Booking[],
  ): Promise<Verdict[]> {
    const count = settlements.length + bookings.length;
    const { book, settle, batch } = this.sql;
    const [settling, booking] = [settleColumns(settlements), bookColumns(bookings, this.mode)];
    if (bookings.length === 0) return callFunction(client, 'credit-settle', settle, settling, count);
    if (settlements.length === 0) return callFunction(client, 'credit-book', book, booking, count);
    return callFunction(client, 'credit-batch', batch, [...settling, ...booking], count);
  }
}

function reserving(reservation: Reservation): Booking {
  return { reservation, costs: null, asOf: null, identifiers: null };
}

function reserveOutcome({ outcome, balances }: Verdict): ReserveOutcome {
  if (outcome === 'reserved' || outcome === 'refused' || outcome === 'known') return { outcome, balances };
  return unexpectedOutcome();
}

function settleOutcome({ outcome, balances }: Verdict): SettleOutcome {
  if (outcome === 'settled' || outcome === 'gone') return { outcome, balances };
  if (outcome === 'excess') throw new RangeError('A settlement exceeds the credits of its hold');
  return unexpectedOutcome();
}

async function callFunction(
  client: SqlRunner,
  name: string,
  text: string,
  values: readonly unknown[],
  submissions: number,
): Promise<Verdict[]> {
  const { rows } = await client.query<[...VerdictRow]>({ name, text, values: [...values], rowMode: 'array' });
  return readVerdicts(rows, submissions);
}

function assertReservable({ holdId, amounts, lifeSeconds }: Reservation): void {
  assertSettleable({ holdId, amounts });
  if (!isCount(lifeSeconds) || lifeSeconds === 0)
    throw new RangeError('The lifetime of a hold must be a whole number of seconds, 1 or more');
}

/** Rejects invalid values before they are sent. The database would reject them, too, but then all calls of the batch would fail. */
function assertSettleable({ holdId, amounts }: Pick<Settlement, 'holdId' | 'amounts'>): void {
  if (!uuid.test(holdId)) throw new RangeError('The id of a hold must be a UUID');
  if (![...amounts.values()].every(isCount)) throw new RangeError('An amount of credits must be an integer, 0 or more');
}

function assertCovered(costs: Charges, amounts: Charges): void {
  for (const [feature, cost] of costs) {
    if (!isCount(cost) || cost > (amounts.get(feature) ?? 0)) {
      throw new RangeError('A cost must be an integer from 0 to the reserved amount');
    }
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maxInteger;
}

function unexpectedOutcome(): never {
  throw new Error('A function of the ledger has returned an unknown outcome');
}
