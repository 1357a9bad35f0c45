import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../async/with-timeout.js';

/** How long whoever looks waits for the values that have to be asked for. */
const timeoutMs = 2_000;

/** One value of a gauge; labels tell it from the others. */
export interface Reading<Label extends string = string> {
  readonly labels?: Readonly<Partial<Record<Label, string>>>;
  readonly value: number;
}

/** What a gauge is called, and what it means. */
interface GaugeSpec<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
}

/**
 * What is counted and measured in this process, for Prometheus. Labels have few different values: never a tenant, an id or
 * anything else that a client can choose.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly levels: (() => void)[] = [];

  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered, by method, route pattern and status; 499 is a client that hung up',
    labelNames: ['method', 'route', 'status'],
    registers: this.registers,
  });
  private readonly requestDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: this.registers,
  });
  private readonly identifiers = new Counter({
    name: 'enrichment_identifiers_total',
    help: 'Identifiers that enrichment was asked for, and whether something was found',
    labelNames: ['endpoint', 'outcome'],
    registers: this.registers,
  });
  private readonly credits = new Counter({
    name: 'credits_charged_total',
    help: 'Credits that this process has charged, of all tenants',
    labelNames: ['feature'],
    registers: this.registers,
  });
  private readonly runDuration = new Histogram({
    name: 'prospecting_run_duration_seconds',
    help: 'Time that the execution of a prospecting run took which ended it; the time that it waited is not in it',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900],
    registers: this.registers,
  });

  /** @param route the route's pattern, never a path */
  requestAnswered(method: string, route: string, status: number, seconds: number): void {
    this.requests.inc({ method, route, status });
    this.requestDuration.observe({ method, route }, seconds);
  }

  /** @param endpoint method and route pattern, such as `POST /v1/company/enrich` */
  identifiersLookedUp(
    endpoint: string,
    { count, matched }: { readonly count: number; readonly matched: number },
  ): void {
    this.identifiers.inc({ endpoint, outcome: 'matched' }, matched);
    this.identifiers.inc({ endpoint, outcome: 'missed' }, count - matched);
  }

  /** @param charges credits by feature */
  creditsCharged(charges: ReadonlyMap<string, number>): void {
    for (const [feature, amount] of charges) this.credits.inc({ feature }, amount);
  }

  runEnded(outcome: 'success' | 'failed', seconds: number): void {
    this.runDuration.observe({ outcome }, seconds);
  }

  /**
   * Adds a gauge that is read whenever somebody looks. When that fails or takes too long it has no value, and everything
   * else is shown all the same.
   */
  gauge<Label extends string>(
    { name, help, labelNames = [] }: GaugeSpec<Label>,
    read: () => Promise<readonly Reading<Label>[]>,
  ): void {
    const collect = async (): Promise<void> => {
      show(gauge, await withTimeout(timeoutMs, 'no answer', read()).catch(() => []));
    };
    const gauge = new Gauge({ name, help, labelNames, registers: this.registers, collect });
  }

  /**
   * Adds a gauge whose value is at hand. A scrape reads these before the others ask the database and the queue, because their
   * questions would be counted.
   */
  level<Label extends string>(
    { name, help, labelNames = [] }: GaugeSpec<Label>,
    read: () => readonly Reading<Label>[],
  ): void {
    const gauge = new Gauge({ name, help, labelNames, registers: this.registers });
    this.levels.push(() => show(gauge, read()));
  }

  /** Everything as Prometheus reads it. */
  exposition(): Promise<string> {
    for (const read of this.levels) read();
    return this.registry.metrics();
  }
}

function show<Label extends string>(gauge: Gauge<Label>, readings: readonly Reading<Label>[]): void {
  gauge.reset();
  // Without labels a reset gauge would say 0, which is not the same as not to know.
  gauge.remove({});
  for (const { labels = {}, value } of readings) gauge.set(labels, value);
}

const windowMs = 60_000;

/** What was seen of one endpoint. Rates are per second, latencies in milliseconds. */
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
 * Counts requests by endpoint over the last one to two minutes: the running minute and the one before it, so that
 * figures neither jump at the turn of a minute nor carry the whole life of the process.
 */
export class RequestMeter {
  private current: Period;
  private previous: Period;

  constructor(private readonly now: () => number = Date.now) {
    this.current = { startedAt: now(), endpoints: new Map() };
    this.previous = this.current;
  }

  /** @param endpoint method and route pattern; there must be few different ones */
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
