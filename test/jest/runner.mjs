// Runs a test file with jest-circus. Node itself loads the modules, and all test files of a worker share them. So the service with its
// two thousand modules is loaded once for each worker, and not for every test file.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const require = createRequire(import.meta.url);
let files = 0;

export default async function run(globalConfig, config, environment, runtime, testPath, send) {
  // jest-circus keeps its handlers and its timeout in globals. They must not remain from the test file before.
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  // Node itself maps the lines of stack traces to TypeScript, so Jest must not.
  Error.prepareStackTrace = undefined;
  process.setSourceMapsEnabled(true);
  const native = new Proxy(runtime, {
    get: (target, name) => (name in loading ? loading[name] : bound(target, name)),
  });
  const loading = {
    requireInternalModule: (path) => {
      delete require.cache[require.resolve(path)];
      return require(path);
    },
    requireModule: (path) => require(path),
    setGlobalsForRuntime: () => {},
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(`${pathToFileURL(path).href}?${(files += 1)}`),
  };
  globalThis.jest = mocking(environment);
  return circus.default(globalConfig, config, environment, native, testPath, send);
}

function bound(target, name) {
  const value = target[name];
  return typeof value === 'function' ? value.bind(target) : value;
}

/** The members of the object `jest` that the tests of this project use. */
function mocking({ moduleMocker, fakeTimersModern: timers }) {
  return {
    fn: (implementation) => moduleMocker.fn(implementation),
    spyOn: (object, name) => moduleMocker.spyOn(object, name),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
    advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
    setTimeout: (milliseconds) => {
      globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = milliseconds;
    },
  };
}
