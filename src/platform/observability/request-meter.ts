import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const windowMs = 60_000;

/** The figures of one endpoint. Rates are per second, and latencies are in milliseconds. */
interface EndpointFigures {
  readonly requests: number;
  readonly requests_per_second: number;
  readonly error_rate: number;
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly p99: number };
}

interface Period {
  readonly startedAt: number;
  readonly endpoints: Map<string, { readonly latency: RecordableHistogram; errors: number }>;
}

/**
 * Counts the requests of each endpoint in the current minute and the minute before it, so in the last one to two minutes. Because
 * the minute before counts, too, the figures do not fall to zero when a new minute begins.
 *
 * The class `Summary` of prom-client is not used. Its time window applies only to percentiles and not to counts, and recording a
 * value takes ten times as long.
 */
export class RequestMeter {
  private current: Period;
  private previous: Period;

  constructor(private readonly now: () => number = Date.now) {
    this.current = { startedAt: now(), endpoints: new Map() };
    this.previous = this.current;
  }

  /**
   * Records an answered request.
   * @param endpoint the method and the pattern of the route, such as `GET /v1/me`; it must not contain ids, because each endpoint
   * takes memory
   */
  record(endpoint: string, status: number, durationMs: number): void {
    this.turn();
    const { endpoints } = this.current;
    const seen = endpoints.get(endpoint) ?? { latency: createHistogram(), errors: 0 };
    endpoints.set(endpoint, seen);
    seen.latency.record(Math.max(1, Math.round(durationMs * 1_000)));
    if (status >= 500) seen.errors += 1;
  }

  figures(): Record<string, EndpointFigures> {
    this.turn();
    const periods = this.previous === this.current ? [this.current] : [this.previous, this.current];
    const seconds = Math.max(1, (this.now() - (periods[0] ?? this.current).startedAt) / 1_000);
    const names = new Set(periods.flatMap((period) => [...period.endpoints.keys()]));
    return Object.fromEntries([...names].sort().map((name) => [name, summarise(name, periods, seconds)]));
  }

  private turn(): void {
    const now = this.now();
    const age = now - this.current.startedAt;
    if (age < windowMs) return;
    const fresh = { startedAt: now, endpoints: new Map() };
    this.previous = age < 2 * windowMs ? this.current : fresh;
    this.current = fresh;
  }
}

function summarise(name: string, periods: readonly Period[], seconds: number): EndpointFigures {
  const latency = createHistogram();
  let errors = 0;
  for (const period of periods) {
    const seen = period.endpoints.get(name);
    if (seen === undefined) continue;
    latency.add(seen.latency);
    errors += seen.errors;
  }
  const requests = latency.count;
  const percentile = (share: number): number => latency.percentile(share) / 1_000;
  return {
    requests,
    requests_per_second: Math.round((requests / seconds) * 100) / 100,
    error_rate: requests === 0 ? 0 : errors / requests,
    latency_ms: { p50: percentile(50), p95: percentile(95), p99: percentile(99) },
  };
}
