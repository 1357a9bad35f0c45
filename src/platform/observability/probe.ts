import { withTimeout } from '../async/with-timeout.js';

export interface Probe {
  readonly status: 'ok' | 'unreachable';
  readonly latency_ms: number | null;
}

/** The usual timeout of a probe, in milliseconds. */
export const probeTimeoutMs = 1_000;

export const unreachable: Probe = { status: 'unreachable', latency_ms: null };

/** Runs a probe and measures its latency. The status is `unreachable` if the probe fails or times out. */
export async function measureLatency(probe: () => Promise<unknown>, limitMs = probeTimeoutMs): Promise<Probe> {
  const startedAt = performance.now();
  try {
    await withTimeout(limitMs, 'no answer', probe());
    return { status: 'ok', latency_ms: Math.round((performance.now() - startedAt) * 100) / 100 };
  } catch {
    return unreachable;
  }
}
