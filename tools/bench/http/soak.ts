import { performance } from 'node:perf_hooks';
import { memberOf } from '../../random.js';
import { consumptionOf } from '../load/consumption.js';
import type { BenchCase } from './cases.js';
import { measure, type Settings } from './measure.js';
import type { DatabaseServer } from './servers.js';

const turnSeconds = 10;
const sampleMs = 1_000;
/** The share of the samples at the beginning that are ignored, because code is still being compiled and pools are being filled. */
const warmShare = 1 / 3;

interface Sample {
  readonly minute: number;
  readonly memory: number;
}

/** Loads the service for a long time, with one case after the other. @returns a line about its memory */
export async function soak(
  service: DatabaseServer,
  cases: readonly BenchCase[],
  { seconds, connections }: Settings,
): Promise<string> {
  const samples: Sample[] = [];
  const started = performance.now();
  const sampling = setInterval(() => {
    samples.push({ minute: (performance.now() - started) / 60_000, memory: consumptionOf(service.pid).memory });
  }, sampleMs);
  let answered = 0;
  try {
    for (let turn = 0; performance.now() - started < seconds * 1000; turn += 1) {
      const one = memberOf(cases, turn % cases.length);
      answered += (await measure(service, one, { connections, seconds: turnSeconds })).answered;
    }
  } finally {
    clearInterval(sampling);
  }
  const settled = samples.slice(Math.floor(samples.length * warmShare));
  const memories = settled.map(({ memory }) => memory);
  return (
    `Memory over ${seconds} s with ${answered} requests (${cases.map(({ name }) => name).join(', ')} in turns): ` +
    `${Math.min(...memories).toFixed(0)} to ${Math.max(...memories).toFixed(0)} MiB after the first third, ` +
    `slope ${slopeOf(settled).toFixed(2)} MiB a minute, peak ${consumptionOf(service.pid).peak.toFixed(0)} MiB.\n`
  );
}

/** The slope of the memory over time, in mebibytes for each minute, by the method of least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (member: keyof Sample): number =>
    samples.reduce((sum, sample) => sum + sample[member], 0) / samples.length;
  const [minute, memory] = [mean('minute'), mean('memory')];
  const covariance = samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.memory - memory), 0);
  return covariance / samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
}
