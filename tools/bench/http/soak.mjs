import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { consumptionOf } from '../load/consumption.mjs';
import { measure } from './measure.mjs';

const turnSeconds = 10;
const sampleMs = 1_000;
/** What comes before is warming up: code is compiled, pools are filled. */
const warmShare = 1 / 3;

/** Loads the service for long with one case after the other. @returns a line of what became of its memory */
export async function soak(service, cases, { seconds, connections }) {
  const samples = [];
  const started = performance.now();
  const watch = setInterval(() => {
    samples.push({ minute: (performance.now() - started) / 60_000, memory: consumptionOf(service.pid).memory });
  }, sampleMs);
  let answered = 0;
  try {
    for (let turn = 0; performance.now() - started < seconds * 1000; turn += 1) {
      const one = cases[turn % cases.length];
      answered += (await measure(service, one, { connections, seconds: turnSeconds })).answered;
    }
  } finally {
    clearInterval(watch);
  }
  const settled = samples.slice(Math.floor(samples.length * warmShare));
  const memories = settled.map(({ memory }) => memory);
  return (
    `Memory over ${seconds} s with ${answered} requests (${cases.map(({ name }) => name).join(', ')} in turns): ` +
    `${Math.min(...memories).toFixed(0)} to ${Math.max(...memories).toFixed(0)} MiB after the first third, ` +
    `slope ${slopeOf(settled).toFixed(2)} MiB a minute, peak ${consumptionOf(service.pid).peak.toFixed(0)} MiB.\n`
  );
}

/** Of the straight line that is nearest to the samples. */
function slopeOf(samples) {
  const mean = (member) => samples.reduce((sum, sample) => sum + sample[member], 0) / samples.length;
  const [minute, memory] = [mean('minute'), mean('memory')];
  const together = samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.memory - memory), 0);
  return together / samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
}
