import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../platform/database/database.js';
import { Batcher } from './batcher.js';
import type { Balances, Charges } from './charges.js';
import {
  readVerdicts,
  reserveColumns,
  settleColumns,
  type Occasion,
  type Reservation,
  type Settlement,
  type Verdict,
  type VerdictRow,
} from './ledger-batches.js';

export type { Occasion, Reservation };

export interface ReserveOutcome {
  /** `known`: a hold of this id is stored already, and nothing has happened. */
  readonly outcome: 'reserved' | 'refused' | 'known';
  /** Of every feature named, after the reservation. */
  readonly balances: Balances;
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

const reserveSql = `
  select submission, outcome, feature, remaining::float8, granted::float8
    from credit_reserve($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[],
                        $8::credit_feature[], $9::int[])`;
const settleSql = `
  select submission, outcome, feature, remaining::float8, granted::float8
    from credit_settle($1::uuid[], $2::text[], $3::int[], $4::credit_feature[], $5::int[])`;

/**
 * Credits, in two steps: a request first reserves the most that it may cost and later settles what it did cost, once. Between
 * the two lies a hold, which expires should the process die. The database decides, and the calls of all requests that are
 * under way share its commits.
 *
 * A call that fails may have taken effect: the same again is safe, because a hold is reserved once and settled once.
 */
@Injectable()
export class Ledger {
  private readonly reservations: Batcher<Reservation, ReserveOutcome>;
  private readonly settlements: Batcher<Settlement, SettleOutcome | Error>;

  constructor(private readonly database: Database) {
    this.reservations = new Batcher((batch) => reserveAll(database.pool, batch), largestBatch);
    this.settlements = new Batcher((batch) => settleAll(database.pool, batch), largestBatch);
  }

  /** @throws RangeError for what cannot be reserved, and whatever the database throws */
  async reserve(reservation: Reservation): Promise<ReserveOutcome> {
    assertReservable(reservation);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    return this.reservations.submit(reservation);
  }

  /** @throws RangeError when an amount is not one, or more than was reserved, and whatever the database throws */
  async settle(holdId: string, tenantId: string, amounts: Charges): Promise<SettleOutcome> {
    const settlement = { holdId, tenantId, amounts };
    assertSettleable(settlement);
    return orThrow(await this.settlements.submit(settlement));
  }

  /**
   * As `reserve`, in a transaction of the caller's, of level READ COMMITTED. The tenant's accounts are locked until it ends, so
   * this should be the last that it does.
   */
  async reserveWithin(client: SqlRunner, reservation: Reservation): Promise<ReserveOutcome> {
    assertReservable(reservation);
    if (reservation.amounts.size === 0) return { outcome: 'reserved', balances: new Map() };
    const [outcome] = await reserveAll(client, [reservation]);
    return outcome ?? unanswered();
  }

  /** As `settle`, in a transaction of the caller's; see `reserveWithin`. */
  async settleWithin(client: SqlRunner, holdId: string, tenantId: string, amounts: Charges): Promise<SettleOutcome> {
    const settlement = { holdId, tenantId, amounts };
    assertSettleable(settlement);
    const [outcome] = await settleAll(client, [settlement]);
    return orThrow(outcome ?? unanswered());
  }

  /**
   * Gives back what expired holds have reserved, the oldest first.
   * @param limit holds, counted by feature
   * @returns how many it was; fewer than the limit when no more have expired, or another process is at them
   */
  async sweepExpired(limit: number): Promise<number> {
    const { rows } = await this.database.pool.query<[number]>({
      name: 'credit-sweep',
      text: 'select credit_sweep($1::int)',
      values: [limit],
      rowMode: 'array',
    });
    return rows[0]?.[0] ?? unanswered();
  }
}

async function reserveAll(client: SqlRunner, batch: readonly Reservation[]): Promise<ReserveOutcome[]> {
  const verdicts = await ask(client, 'credit-reserve', reserveSql, reserveColumns(batch), batch.length);
  return verdicts.map(({ outcome, balances }) => {
    if (outcome === 'reserved' || outcome === 'refused' || outcome === 'known') return { outcome, balances };
    return unanswered();
  });
}

async function settleAll(client: SqlRunner, batch: readonly Settlement[]): Promise<(SettleOutcome | Error)[]> {
  const verdicts = await ask(client, 'credit-settle', settleSql, settleColumns(batch), batch.length);
  return verdicts.map(({ outcome, balances }) => {
    if (outcome === 'settled' || outcome === 'gone') return { outcome, balances };
    if (outcome === 'excess') return new RangeError('More credits were to be settled than the hold has');
    return unanswered();
  });
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

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largestInteger;
}

function orThrow(outcome: SettleOutcome | Error): SettleOutcome {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

function unanswered(): never {
  throw new Error('The ledger has not answered');
}
