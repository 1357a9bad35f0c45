import { withTimeout } from '../platform/async/with-timeout.js';

export interface Probe {
  readonly status: 'ok' | 'unreachable';
  readonly latency_ms: number | null;
}

/** The timeout of a probe, in milliseconds. */
export const timeoutMs = 1_000;

export const unreachable: Probe = { status: 'unreachable', latency_ms: null };

/** Measures the latency of a probe in milliseconds; `unreachable` after a timeout or an error. */
export async function measureLatency(probe: () => Promise<unknown>, limitMs = timeoutMs): Promise<Probe> {
  const startedAt = performance.now();
  try {
    await withTimeout(limitMs, 'no answer', probe());
    return { status: 'ok', latency_ms: Math.round((performance.now() - startedAt) * 100) / 100 };
  } catch {
    return unreachable;
  }
}
