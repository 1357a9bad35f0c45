// The order of test files: those that take longest start first, so that no worker is left with one at the end. Jest remembers
// durations, but a new checkout has none.
import Sequencer from '@jest/test-sequencer';

/** Longest first. */
const slow = [
  'chaos-prospecting',
  'prospecting-crashes',
  'app/stop.spec',
  'qa-suite',
  'platform/health',
  'app/start.spec',
  'chaos-credits',
  'database-silence',
];

export default class SlowFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => slow.findIndex((name) => path.includes(name)) >>> 0;
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
}
