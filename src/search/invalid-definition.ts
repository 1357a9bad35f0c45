import { invalidValue, ValidationException } from '../platform/http/validation/validation-exception.js';
import type { Flaw } from '../queries/query-definition.js';

/** The 422 error for a definition, with the place of each flaw. */
export function invalidDefinition(where: unknown, flaws: readonly Flaw[]): ValidationException {
  return new ValidationException(
    flaws.flatMap(({ path, message, unknown }) => {
      const loc = ['body', 'where', ...path];
      const input = valueAt(where, path);
      if (unknown.length === 0) return invalidValue(loc, `it ${message}`, input).items;
      return unknown.map((name) => ({
        ...{ type: 'extra_forbidden', loc: [...loc, name] },
        ...{ msg: 'Extra inputs are not permitted', input: valueAt(input, [name]) },
      }));
    }),
  );
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return null;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at ?? null;
}
