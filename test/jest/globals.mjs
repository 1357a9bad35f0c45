// `@jest/globals` of all modules that stay loaded from one test file to the next: each call reaches what the current file's run has set.
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
