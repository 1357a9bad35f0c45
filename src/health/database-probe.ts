import { withTimeout } from '../platform/async/with-timeout.js';

export interface Probe {
  readonly status: 'ok' | 'unreachable';
  readonly latency_ms: number | null;
}

/** How long an answer is waited for, in milliseconds. */
export const timeoutMs = 1_000;

/** How long something takes to answer, in milliseconds; unreachable when that is too long, or it fails. */
export async function time(question: () => Promise<unknown>): Promise<Probe> {
  const startedAt = performance.now();
  try {
    await withTimeout(timeoutMs, 'no answer', question());
    return { status: 'ok', latency_ms: Math.round((performance.now() - startedAt) * 100) / 100 };
  } catch {
    return { status: 'unreachable', latency_ms: null };
  }
}
