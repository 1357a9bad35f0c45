import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../async/with-timeout.js';

/** How long a scrape waits for a gauge that has to ask the database or the queue, in milliseconds. */
const timeoutMs = 2_000;

/** One value of a gauge. Its labels tell it from the other values of the same gauge. */
export interface GaugeValue<Label extends string = string> {
  readonly labels?: Readonly<Partial<Record<Label, string>>>;
  readonly value: number;
}

interface GaugeSpec<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
}

/**
 * The counters, histograms and gauges of this process, for Prometheus. A label must have few different values, because Prometheus
 * stores a series for each. So no label contains a tenant, an id or anything else that a client can choose.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private readonly memoryGauges: (() => void)[] = [];

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
    help: 'Identifiers in enrichment requests, by whether a record was found',
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
    help: 'Duration of the attempt that ended a prospecting run, without the time that the run waited',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900],
    registers: this.registers,
  });

  private readonly sections = new Counter({
    name: 'prospecting_reasoning_sections_total',
    help: 'Sections of reasons, by who wrote them, and by the cause if it was not the language model',
    labelNames: ['writer', 'cause'],
    registers: this.registers,
  });

  /**
   * Records an answered request and how long it took.
   * @param route the pattern of the route, such as `/v1/prospecting/jobs/:job_id`, and never the path itself
   */
  requestAnswered(method: string, route: string, status: number, seconds: number): void {
    this.requests.inc({ method, route, status });
    this.requestDuration.observe({ method, route }, seconds);
  }

  /**
   * Counts the identifiers of an enrichment.
   * @param endpoint the method and the pattern of the route, such as `POST /v1/company/enrich`
   */
  identifiersLookedUp(
    endpoint: string,
    { count, matched }: { readonly count: number; readonly matched: number },
  ): void {
    this.identifiers.inc({ endpoint, outcome: 'matched' }, matched);
    this.identifiers.inc({ endpoint, outcome: 'missed' }, count - matched);
  }

  /**
   * Counts charged credits.
   * @param charges for each feature, the number of credits that were charged
   */
  creditsCharged(charges: ReadonlyMap<string, number>): void {
    for (const [feature, amount] of charges) this.credits.inc({ feature }, amount);
  }

  runEnded(outcome: 'success' | 'failed', seconds: number): void {
    this.runDuration.observe({ outcome }, seconds);
  }

  /**
   * Counts sections of the reasons of prospects.
   * @param cause why the built-in writer wrote them, from a fixed set of names; `none` for the model
   */
  sectionsWritten(writer: 'model' | 'built_in', cause: string, count: number): void {
    this.sections.inc({ writer, cause }, count);
  }

  /**
   * Adds a gauge whose value is read again for every scrape. If reading it fails or takes too long, the gauge has no value in this
   * scrape. The other metrics are served anyway.
   */
  gauge<Label extends string>(
    { name, help, labelNames = [] }: GaugeSpec<Label>,
    read: () => Promise<readonly GaugeValue<Label>[]>,
  ): void {
    const collect = async (): Promise<void> => {
      show(gauge, await withTimeout(timeoutMs, 'no answer', read()).catch(() => []));
    };
    const gauge = new Gauge({ name, help, labelNames, registers: this.registers, collect });
  }

  /**
   * Adds a gauge whose value is in memory. A scrape reads these gauges before the others. Reading the others uses connections of
   * the database, and would change the gauges about these connections.
   */
  memoryGauge<Label extends string>(
    { name, help, labelNames = [] }: GaugeSpec<Label>,
    read: () => readonly GaugeValue<Label>[],
  ): void {
    const gauge = new Gauge({ name, help, labelNames, registers: this.registers });
    this.memoryGauges.push(() => show(gauge, read()));
  }

  /** Reads all gauges, and returns all metrics in the text format of Prometheus. */
  exposition(): Promise<string> {
    for (const read of this.memoryGauges) read();
    return this.registry.metrics();
  }
}

function show<Label extends string>(gauge: Gauge<Label>, values: readonly GaugeValue<Label>[]): void {
  gauge.reset();
  // The reset sets a gauge without labels to 0. This value is removed, because a gauge whose value could not be read must show none.
  gauge.remove({});
  for (const { labels = {}, value } of values) gauge.set(labels, value);
}
