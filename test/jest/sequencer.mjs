// Decides the order of test files. Those that take longest start first, so that no worker has to run a long one alone at the end. Jest
// itself orders them by the durations of the last run, which a new checkout does not have.
import Sequencer from '@jest/test-sequencer';

/** Parts of the paths of the longest test files, the longest first. */
const slow = [
  'chaos-prospecting',
  'chaos-installation',
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
