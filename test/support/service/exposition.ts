import { expect } from '@jest/globals';
import { MetricsServer } from '../../../src/platform/observability/metrics-server.js';
import type { TestService } from './test-service.js';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const comment = /^# (?<kind>HELP|TYPE) (?<name>[a-z_][a-z0-9_]*) (?<text>.+)$/;
/** Prometheus parses numbers like Go, which accepts `Nan`. */
const sample = /^(?<name>[a-z_][a-z0-9_]*)(?:\{(?<labels>[^{}]*)\})? (?<value>[-+.0-9e]+|[+-]Inf|Na[Nn])$/;
const label = /^(?<name>[a-z_][a-z0-9_]*)="(?<value>[^"\\\n]*)"$/;
const types = ['counter', 'gauge', 'histogram', 'summary'];

/** A parsed answer in the text format of Prometheus. */
export class Exposition {
  private readonly types = new Map<string, string>();
  private readonly samples: Sample[] = [];

  /**
   * Reads the text of an answer with metrics.
   * @throws Error for a line that Prometheus would reject.
   */
  constructor(readonly text: string) {
    if (!text.endsWith('\n')) throw new Error('The last line does not end');
    for (const line of text.split('\n').filter((each) => each !== '')) this.read(line);
  }

  /** The names of all metrics, with or without samples. */
  get names(): string[] {
    return [...this.types.keys()];
  }

  /** The samples of a metric. Those of a histogram have its name with `_bucket`, `_sum` or `_count`. */
  of(name: string): readonly Sample[] {
    return this.samples.filter((each) => each.name === name);
  }

  /** The value of the sample with exactly these labels; undefined if there is no such sample. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const isSame = (each: Sample): boolean => JSON.stringify(sorted(each.labels)) === JSON.stringify(sorted(labels));
    return this.of(name).find(isSame)?.value;
  }

  private read(line: string): void {
    const { kind = '', name = '', text = '' } = comment.exec(line)?.groups ?? {};
    if (kind === 'TYPE') {
      if (!types.includes(text) || this.types.has(name)) throw new Error(line);
      this.types.set(name, text);
    } else if (kind === '') this.samples.push(this.sampleOf(line));
  }

  private sampleOf(line: string): Sample {
    const { name = '', labels = '', value = '' } = sample.exec(line)?.groups ?? {};
    const family = name.replace(/_(bucket|sum|count)$/, '');
    if (!this.types.has(name) && this.types.get(family) !== 'histogram' && this.types.get(family) !== 'summary') {
      throw new Error(`No type for: ${line}`);
    }
    const pairs = labels === '' ? [] : labels.split(/,(?=[a-z_]+=")/);
    return { name, labels: Object.fromEntries(pairs.map(pairOf)), value: Number(value.replace('Inf', 'Infinity')) };
  }
}

function pairOf(text: string): [string, string] {
  const { name, value } = label.exec(text)?.groups ?? {};
  if (name === undefined || value === undefined) throw new Error(`No label: ${text}`);
  return [name, value];
}

function sorted(labels: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(labels).sort(([one], [other]) => one.localeCompare(other));
}

/** The URL of a service's metrics. */
export function metricsUrl({ app }: Pick<TestService, 'app'>): string {
  const { url } = app.get(MetricsServer, { strict: false });
  if (url === null) throw new Error('Metrics are not served');
  return url;
}

/** Scrapes the metrics like Prometheus. */
export async function scrape(service: Pick<TestService, 'app'>): Promise<Exposition> {
  const response = await fetch(metricsUrl(service));
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return new Exposition(await response.text());
}
