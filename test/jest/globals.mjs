// Takes the place of `@jest/globals`. Modules stay loaded from one test file to the next, so each call here is passed on to the functions
// that Jest has set for the current test file.
const current = (name) =>
  new Proxy(function () {}, {
    apply: (_target, _self, args) => globalThis[name](...args),
    get: (_target, property) => globalThis[name][property],
  });

export const [afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test] = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'jest',
  'test',
].map(current);
