import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type Charges, type CreditFeature, creditFeatures } from '../../src/billing/credits/credit-amounts.js';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { Ledger, type Reservation } from '../../src/billing/credits/ledger.sql.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { type LedgerResult, type LedgerCall, CreditModel, type ModelAccount } from '../support/credits/credit-model.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

const tenantCount = 2;
const holdCount = 6;

/** Each test makes some thousand calls one after the other, which takes long on a busy machine. */
jest.setTimeout(300_000);

interface Calls {
  readonly kind: 'reserve' | 'charge' | 'settle';
  readonly batch: readonly LedgerCall[];
}
type Upkeep =
  | { readonly kind: 'grant'; readonly tenant: number; readonly feature: CreditFeature; readonly amount: number }
  | { readonly kind: 'lift'; readonly tenant: number; readonly feature: CreditFeature }
  | { readonly kind: 'limit'; readonly tenant: number; readonly feature: CreditFeature }
  | { readonly kind: 'outlive'; readonly hold: number }
  | { readonly kind: 'sweep'; readonly limit: number };
type Step = Calls | Upkeep;

// Small ranges, so that ids repeat and credits run out.
const tenant = fc.nat(tenantCount - 1);
const feature = fc.constantFrom(...creditFeatures);
const hold = fc.nat(holdCount - 1);

/**
 * Calls for holds. In seven of eight calls the tenant and the features are those that belong to the hold. The other calls have any
 * tenant and features; they are few, because most of them have no effect.
 */
function calls(amount: fc.Arbitrary<number>): fc.Arbitrary<LedgerCall[]> {
  const pairs = fc.uniqueArray(fc.tuple(feature, amount), { selector: ([name]) => name, maxLength: 3 });
  const isOdd = fc.nat(7).map((eighth) => eighth === 7);
  const asked = fc.record({ hold, tenant, pairs, isOdd }).map(({ hold, tenant, pairs, isOdd }) => {
    const own = pairs.filter(([name]) => isOdd || featuresOf(hold).includes(name));
    return { hold, tenant: isOdd ? tenant : hold % tenantCount, amounts: new Map(own) };
  });
  return fc.array(asked, { minLength: 1, maxLength: 6 });
}
const featuresOf = (hold: number): readonly CreditFeature[] =>
  creditFeatures.slice(0, 1 + (hold % creditFeatures.length));

/**
 * The call with the tenant and all features that belong to its hold. In the service, hold ids are random, so two calls with one id
 * are repetitions of one request and have the same tenant and features.
 */
function repeatable({ hold, amounts }: LedgerCall): LedgerCall {
  const own = featuresOf(hold).map((name) => [name, amounts.get(name) ?? 0] as const);
  return { hold, tenant: hold % tenantCount, amounts: new Map(own) };
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      tenant,
      feature,
      amount: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lift' as const), tenant, feature }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const), tenant, feature }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('reserve' as const), batch: calls(fc.nat(8)) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('charge' as const), batch: calls(fc.nat(8)) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('settle' as const), batch: calls(fc.nat(3)) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('outlive' as const), hold }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const), limit: fc.integer({ min: 1, max: 3 }) }) },
) satisfies fc.Arbitrary<Step>;
const program = fc.array(step, { maxLength: 20 });

let own: TestDatabase;

beforeAll(async () => {
  own = await createTestDatabase();
});

afterAll(() => own.drop());

/** The real ledger with the interface of the model. */
class LedgerUnderTest {
  private readonly names = Array.from({ length: tenantCount }, () => randomUUID());
  private readonly holds = Array.from({ length: holdCount }, () => randomUUID());
  private readonly grants = new CreditGrantsRepository(own.database);

  static async open(): Promise<LedgerUnderTest> {
    const ground = new LedgerUnderTest();
    await own.database.pool.query('insert into tenant (id, name) select id, id from unnest($1::text[]) as t(id)', [
      ground.names,
    ]);
    return ground;
  }

  reserve(ledger: Ledger, asked: LedgerCall): Promise<LedgerResult> {
    return ledger.reserve(this.reservation(asked));
  }

  charge(ledger: Ledger, asked: LedgerCall): Promise<LedgerResult> {
    return ledger.charge(this.reservation(asked), costsOf(asked));
  }

  /** Settles a hold. The result is null for more credits than the hold has. */
  async settle(ledger: Ledger, { hold, tenant, amounts }: LedgerCall): Promise<LedgerResult | null> {
    return ledger.settle(this.id(hold), this.name(tenant), amounts).catch((error: unknown) => {
      if (error instanceof RangeError) return null;
      throw error;
    });
  }

  /** Runs a step other than `reserve` and `settle`. @returns whether the step was possible */
  async take(ledger: Ledger, step: Upkeep): Promise<boolean> {
    if (step.kind === 'grant') await this.grants.grant(this.name(step.tenant), step.feature, step.amount);
    else if (step.kind === 'lift') await this.grants.lift(this.name(step.tenant), step.feature);
    else if (step.kind === 'limit') return (await this.grants.limit(this.name(step.tenant), step.feature)) !== null;
    else if (step.kind === 'sweep') while ((await ledger.sweepExpired(step.limit)) > 0);
    else {
      // The lock keeps out concurrent calls for the hold. This update and such a call could lock the rows of the hold in different orders.
      await own.database.pool.query(
        `lock table credit_account in exclusive mode;
         update credit_hold set expires_at = created_at - interval '1 s' where id = '${this.id(step.hold)}'`,
      );
    }
    return true;
  }

  async accounts(): Promise<Map<string, ModelAccount>> {
    const states = await Promise.all(this.names.map((name) => this.grants.accounts(name)));
    const entries = (accounts: (typeof states)[number], tenant: number) =>
      accounts.map(({ feature, ...state }) => [`${tenant} ${feature}`, state] as const);
    return new Map(states.flatMap(entries));
  }

  private reservation({ hold, tenant, amounts }: LedgerCall): Reservation {
    const origin = { tenantId: this.name(tenant), requestId: 'model', keyId: null, endpoint: null };
    return { holdId: this.id(hold), origin, amounts, lifeSeconds: 3_600 };
  }

  private name(tenant: number): string {
    return this.names[tenant] ?? '';
  }

  private id(hold: number): string {
    return this.holds[hold] ?? '';
  }
}

/** Costs from 0 to the reserved amount; features with cost 0 may be omitted. */
function costsOf({ amounts }: LedgerCall): Charges {
  const costs = [...amounts].map(([feature, amount]) => [feature, Math.min(amount, amount % 5)] as const);
  return new Map(costs.filter(([feature, cost]) => cost > 0 || feature === 'data_access'));
}

function takeInModel(model: CreditModel, step: Upkeep): boolean {
  if (step.kind === 'grant') model.grant(step.tenant, step.feature, step.amount);
  else if (step.kind === 'lift') model.lift(step.tenant, step.feature);
  else if (step.kind === 'limit') return model.limit(step.tenant, step.feature);
  else if (step.kind === 'sweep') model.sweep();
  else model.expire(step.hold);
  return true;
}

const withoutExcess = (answers: readonly LedgerResult[]) =>
  answers.map((answer) => (answer.outcome === 'excess' ? null : answer));

/** How the calls of a batch are made, and which results the model then expects of their settlements. */
interface Manner {
  readonly callAll: <T>(batch: readonly LedgerCall[], call: (asked: LedgerCall) => Promise<T>) => Promise<T[]>;
  readonly settleInModel: (model: CreditModel, batch: readonly LedgerCall[]) => LedgerResult[];
}

const oneByOne: Manner = {
  callAll: async (batch, call) => {
    const answers = [];
    for (const asked of batch) answers.push(await call(asked));
    return answers;
  },
  settleInModel: (model, batch) => batch.map((asked) => model.settle(asked)),
};

const allAtOnce: Manner = {
  callAll: (batch, call) => Promise.all(batch.map(call)),
  // The first call is a batch alone, because no batch is running.
  settleInModel: (model, batch) =>
    [batch.slice(0, 1), batch.slice(1)].flatMap((together) => model.settleTogether(together)),
};

async function compareWithModel(steps: readonly Step[], { callAll, settleInModel }: Manner): Promise<void> {
  const model = new CreditModel();
  const ground = await LedgerUnderTest.open();
  const ledger = new Ledger(own.database);
  for (const step of steps) {
    if (!('batch' in step)) {
      expect(await ground.take(ledger, step)).toBe(takeInModel(model, step));
    } else if (step.kind === 'reserve') {
      const answers = await callAll(step.batch, (asked) => ground.reserve(ledger, asked));
      expect(answers).toEqual(step.batch.map((asked) => model.reserve(asked)));
    } else if (step.kind === 'charge') {
      const answers = await callAll(step.batch, (asked) => ground.charge(ledger, asked));
      expect(answers).toEqual(step.batch.map((asked) => model.charge(asked, costsOf(asked))));
    } else {
      const answers = await callAll(step.batch, (asked) => ground.settle(ledger, asked));
      expect(answers).toEqual(withoutExcess(settleInModel(model, step.batch)));
    }
  }
  expect(await ground.accounts()).toEqual(model.accounts);
  expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
}

describe('The ledger, compared with a simple model,', () => {
  it('gives the same results as the model for one call after the other', async () => {
    await fc.assert(
      fc.asyncProperty(program, (steps) => compareWithModel(steps, oneByOne)),
      { numRuns: 120 },
    );
  });

  it('gives the same results as the model for calls in shared batches, in the order in which they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(program, (steps) => compareWithModel(steps, allAtOnce)),
      { numRuns: 200 },
    );
  });
});

describe('The ledger', () => {
  it('keeps the accounts equal to the sums of their entries and holds during concurrent calls of several processes', async () => {
    await fc.assert(
      fc.asyncProperty(program, program, program, async (...programs) => {
        const ground = await LedgerUnderTest.open();
        await Promise.all(
          programs.map(async (steps) => {
            const ledger = new Ledger(own.database);
            for (const step of steps) {
              const { kind } = step;
              if (kind === 'settle') await allAtOnce.callAll(step.batch, (asked) => ground.settle(ledger, asked));
              else if (kind === 'reserve' || kind === 'charge') {
                await allAtOnce.callAll(step.batch, (asked) => ground[kind](ledger, repeatable(asked)));
              } else await ground.take(ledger, step);
            }
          }),
        );
        expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });
});
