// SQL for the ledger's functions, which lock and change accounts for many requests at once.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../../platform/database/database.js';
import { Batcher } from '../../platform/async/batcher.js';
import type { Balances, Charges } from './credit-amounts.js';
import {
  bookColumns,
  type Booking,
  ledgerSql,
  type LedgerSql,
  type Occasion,
  readVerdicts,
  type Reservation,
  settleColumns,
  type Settlement,
  type Verdict,
  type VerdictRow,
} from './ledger-batches.sql.js';

export type { Occasion, Reservation };

export interface ReserveOutcome {
  /** `known`: a hold of this id is stored already, and nothing has happened. */
  readonly outcome: 'reserved' | 'refused' | 'known';
  /** Of every feature named, after the reservation. */
  readonly balances: Balances;
}

export interface ChargeOutcome extends Omit<ReserveOutcome, 'outcome'> {
  /** `reserved`: charged. `held`: reserved only, because persons were erased since the costs were found: find them again and settle. */
  readonly outcome: ReserveOutcome['outcome'] | 'held';
}

export interface SettleOutcome {
  /** `gone`: the tenant has no pending hold of this id; it has expired, was settled before, or never was. */
  readonly outcome: 'settled' | 'gone';
  /** Of every feature named and every feature of the hold, after the settlement and those that were made with it. */
  readonly balances: Balances;
}

/** The part of a PostgreSQL client that the ledger needs. */
export type SqlRunner = Pick<ClientBase, 'query'>;

/** More make each batch slower than they save. */
const largestBatch = 128;
const largestInteger = 2 ** 31 - 1;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Call = { readonly booking: Booking } | { readonly settlement: Settlement };

/**
 * Credits, in two steps: a request first reserves the most that it may cost and later settles what it did cost, once. Between
 * the two lies a hold, which expires should the process die. The database decides, and the calls of all requests that are
 * under way share its commits.
 *
 * A call that fails may have taken effect: the same again is safe, because a hold is reserved once and settled once.
 */
@Injectable()
export class Ledger {
  private readonly calls: Batcher<Call, Verdict>;
  private readonly place: 'with a replica' | 'alone';
  private readonly sql: LedgerSql;

  constructor(private readonly database: Database) {
    this.calls = new Batcher((batch) => this.decideAll(database.pool, batch), largestBatch);
    this.place = database.replica === null ? 'alone' : 'with a replica';
    this.sql = ledgerSql(this.place);
  }

  /** How many erasures a look-up that begins now knows of, see {@link charge}; null where there is no replica. */
  get erasures(): number | null {
    return this.database.replica?.erasures ?? null;
  }

  /** Hears of erasures as a booking would, for look-ups that book nothing. */
  async hearOfErasures(): Promise<void> {
    await this.database.replica?.ask();
  }

  /** @throws RangeError for what cannot be reserved, and whatever the database throws */
  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    assertReservable(reservation);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    return reserveOutcome(await this.calls.submit({ booking: { reservation, costs: null, asOf: null } }));
  }

  /**
   * Both steps in one, for a request whose cost is known by now: it is charged if the most that it might have cost could be
   * reserved at this moment, and refused otherwise.
   * @param costs at most what is reserved for each feature; one that is absent costs nothing
   * @param asOf {@link erasures} from before the costs were found
   * @throws RangeError for what cannot be reserved or charged, and whatever the database throws
   */
  async charge(reservation: Reservation, costs: Charges, asOf: number | null = null): Promise<ChargeOutcome> {
    assertReservable(reservation);
    assertCovered(costs, reservation.amounts);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    const verdict = await this.calls.submit({ booking: { reservation, costs, asOf } });
    const { outcome, balances } = reserveOutcome(verdict);
    const isHeld = outcome === 'reserved' && asOf !== null && (verdict.erasures ?? asOf) > asOf;
    return { outcome: isHeld ? 'held' : outcome, balances };
  }

  /** @throws RangeError when an amount is not one, or more than was reserved, and whatever the database throws */
  async settle(holdId: string, tenantId: string, amounts: Charges): Promise<SettleOutcome> {
    const settlement = { holdId, tenantId, amounts };
    assertSettleable(settlement);
    return settleOutcome(await this.calls.submit({ settlement }));
  }

  /**
   * As `reserve`, in a transaction of the caller's, of level READ COMMITTED. The tenant's accounts are locked until it ends, so
   * this should be the last that it does.
   */
  async reserveWithin(client: SqlRunner, reservation: Reservation): Promise<ReserveOutcome> {
    assertReservable(reservation);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    const [verdict] = await this.decideAll(client, [{ booking: { reservation, costs: null, asOf: null } }]);
    return reserveOutcome(verdict ?? unanswered());
  }

  /** As `settle`, in a transaction of the caller's; see `reserveWithin`. */
  async settleWithin(client: SqlRunner, holdId: string, tenantId: string, amounts: Charges): Promise<SettleOutcome> {
    const settlement = { holdId, tenantId, amounts };
    assertSettleable(settlement);
    const [verdict] = await this.decideAll(client, [{ settlement }]);
    return settleOutcome(verdict ?? unanswered());
  }

  /**
   * Gives back what expired holds have reserved, the oldest first.
   * @param limit holds, counted by feature
   * @returns how many it was; fewer than the limit when no more have expired, or another process is at them
   */
  async sweepExpired(limit: number): Promise<number> {
    const { rows } = await this.database.work.query<[number]>({
      name: 'credit-sweep',
      text: 'select credit_sweep($1::int)',
      values: [limit],
      rowMode: 'array',
    });
    return rows[0]?.[0] ?? unanswered();
  }

  /** One call of the database, and so one commit, whatever the calls are; their verdicts are in the order of the calls. */
  private async decideAll(client: SqlRunner, calls: readonly Call[]): Promise<Verdict[]> {
    const settlements = calls.flatMap((call) => ('settlement' in call ? [call.settlement] : []));
    const bookings = calls.flatMap((call) => ('booking' in call ? [call.booking] : []));
    const verdicts = await this.askFor(client, settlements, bookings);
    this.database.replica?.hear(verdicts[0]?.erasures ?? 0);
    const places = { settlement: 0, booking: settlements.length };
    return calls.map((call) => {
      const place = 'settlement' in call ? places.settlement++ : places.booking++;
      return verdicts[place] ?? unanswered();
    });
  }

  /** @returns the verdicts on the settlements, then those on the bookings */
  private askFor(
    client: SqlRunner,
    settlements: readonly Settlement[],
    bookings: readonly Booking[],
  ): Promise<Verdict[]> {
    const count = settlements.length + bookings.length;
    const { book, settle, turn } = this.sql;
    const [settling, booking] = [settleColumns(settlements), bookColumns(bookings, this.place)];
    if (bookings.length === 0) return ask(client, 'credit-settle', settle, settling, count);
    if (settlements.length === 0) return ask(client, 'credit-book', book, booking, count);
    return ask(client, 'credit-turn', turn, [...settling, ...booking], count);
  }
}

function reserveOutcome({ outcome, balances }: Verdict): ReserveOutcome {
  if (outcome === 'reserved' || outcome === 'refused' || outcome === 'known') return { outcome, balances };
  return unanswered();
}

function settleOutcome({ outcome, balances }: Verdict): SettleOutcome {
  if (outcome === 'settled' || outcome === 'gone') return { outcome, balances };
  if (outcome === 'excess') throw new RangeError('More credits were to be settled than the hold has');
  return unanswered();
}

async function ask(
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
  if (!isCount(lifeSeconds) || lifeSeconds === 0) throw new RangeError('A hold lives a whole number of seconds');
}

/** What the database would refuse must not come there: it would refuse the whole batch. */
function assertSettleable({ holdId, amounts }: Pick<Settlement, 'holdId' | 'amounts'>): void {
  if (!uuid.test(holdId)) throw new RangeError('The id of a hold is a UUID');
  if (![...amounts.values()].every(isCount)) throw new RangeError('An amount of credits is a whole number from 0 on');
}

function assertCovered(costs: Charges, amounts: Charges): void {
  for (const [feature, cost] of costs) {
    if (!isCount(cost) || cost > (amounts.get(feature) ?? 0)) {
      throw new RangeError('A cost is a whole number from 0 on, and at most what is reserved');
    }
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largestInteger;
}

function unanswered(): never {
  throw new Error('The ledger has not answered');
}
