import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AdmissionGate, type Admission, weightOfJson } from './admission-gate.js';

const MiB = 1024 * 1024;
const timeoutMs = 5_000;

let gate: AdmissionGate;

beforeEach(() => {
  jest.useFakeTimers();
  gate = new AdmissionGate(64 * MiB, timeoutMs);
});

afterEach(() => {
  jest.useRealTimers();
});

/** A request that waits for its admission, and then the admission or the error that it got. */
class Attempt {
  admission: Admission | null = null;
  failure: unknown = null;

  constructor(entering: Promise<Admission>) {
    entering.then(
      (admission) => (this.admission = admission),
      (error: unknown) => (this.failure = error),
    );
  }
}

async function enter(tenantId: string, mib: number): Promise<Attempt> {
  const attempt = new Attempt(gate.admit(tenantId, mib * MiB));
  await jest.advanceTimersByTimeAsync(0);
  return attempt;
}

async function isIn(tenantId: string, mib: number): Promise<boolean> {
  return (await enter(tenantId, mib)).admission !== null;
}

describe('An admission gate', () => {
  it('gives all requests of one tenant together at most half of the capacity', async () => {
    for (const expected of [true, true, true, true, false]) expect(await isIn('a', 8)).toBe(expected);
  });

  it('leaves bytes for a further tenant, even after several tenants have taken all that they may', async () => {
    for (const tenant of ['a', 'b', 'c', 'd', 'e']) {
      while (await isIn(tenant, 1)) continue;
    }
    expect(await isIn('f', 1)).toBe(true);
  });

  it('lets the only request of a tenant take more than half of the free bytes', async () => {
    expect(await isIn('a', 8)).toBe(true);
    expect(await isIn('b', 30)).toBe(true);
  });

  it('counts a request larger than the capacity as half of the capacity', async () => {
    expect(await isIn('a', 1_000)).toBe(true);
    expect(await isIn('b', 1_000)).toBe(true);
    expect(await isIn('c', 1)).toBe(false);
  });

  it('admits any number of small requests without counting them', async () => {
    while (await isIn('a', 8)) continue;
    for (let count = 0; count < 1_000; count += 1) expect(await isIn('a', 0.1)).toBe(true);
  });

  it('admits waiting requests in their order, as soon as bytes are free', async () => {
    const inside = await enter('a', 32);
    const [large, small, other] = [await enter('a', 24), await enter('a', 16), await enter('b', 32)];
    expect([large.admission, small.admission]).toEqual([null, null]);
    expect(other.admission).not.toBeNull();
    inside.admission?.release();
    inside.admission?.release();
    await jest.advanceTimersByTimeAsync(0);
    expect(large.admission).not.toBeNull();
    expect(small.admission).toBeNull();
    other.admission?.release();
    await jest.advanceTimersByTimeAsync(0);
    expect(small.admission).toBeNull();
    large.admission?.release();
    await jest.advanceTimersByTimeAsync(0);
    expect(small.admission).not.toBeNull();
  });

  it('gives an admitted request more bytes as soon as they are free', async () => {
    const first = await enter('a', 1);
    const second = await enter('a', 1);
    const grown = [new Attempt(grow(first, 24)), new Attempt(grow(second, 24))];
    await jest.advanceTimersByTimeAsync(0);
    expect(grown.map(({ admission }) => admission !== null)).toEqual([true, false]);
    first.admission?.release();
    await jest.advanceTimersByTimeAsync(0);
    expect(grown[1]?.admission).not.toBeNull();
    second.admission?.release();
    expect(await isIn('a', 32)).toBe(true);
  });

  it('admits waiting requests when an admitted request needs less memory than expected, and gives bytes back', async () => {
    const inside = await enter('a', 32);
    const waiting = await enter('a', 24);
    expect(waiting.admission).toBeNull();
    inside.admission?.shrink(8 * MiB);
    await jest.advanceTimersByTimeAsync(0);
    expect(waiting.admission).not.toBeNull();
    inside.admission?.shrink(16 * MiB);
    waiting.admission?.release();
    inside.admission?.release();
    expect(await isIn('a', 32)).toBe(true);
  });

  it('counts the bytes of a request until its answer is sent', async () => {
    const admission = await gate.admit('a', 32 * MiB);
    let onAnswered = (): void => undefined;
    admission.releaseWhenAnswered({ whenAnswered: (callback) => (onAnswered = callback) });
    expect(await isIn('a', 8)).toBe(false);
    onAnswered();
    expect(await isIn('a', 8)).toBe(true);
  });

  it('counts a short body with many values by the memory that the parsed values need', () => {
    expect(gate.countedBytes(weightOfJson(48_000, 24_000))).toBeGreaterThan(2 * MiB);
    expect(gate.countedBytes(weightOfJson(48_000, 2))).toBe(0);
  });

  it('refuses a request that has waited too long, and removes it from the queue', async () => {
    const inside = await enter('a', 32);
    const late = await enter('a', 8);
    await jest.advanceTimersByTimeAsync(timeoutMs);
    expect(late.failure).toMatchObject({ code: 'SERVICE_BUSY', headers: { 'Retry-After': '5' } });
    inside.admission?.release();
    expect(await isIn('a', 32)).toBe(true);
  });
});

async function grow({ admission }: Attempt, mib: number): Promise<Admission> {
  if (admission === null) throw new Error('Only an admitted request can grow');
  await admission.grow(mib * MiB);
  return admission;
}
