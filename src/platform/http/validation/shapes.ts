/**
 * The vocabulary of request schemas. A schema made of these gives the TypeScript type, the check and the OpenAPI
 * schema, and its failures become 422 items through `validationErrors`. They are ordinary zod schemas:
 *
 * - `.nullish()` makes a member optional: absent and null both pass, and both stay as they were sent;
 * - `.default(value)` fills in an absent member, while null stays a type error;
 * - `.refine(predicate, sentence)` on a model is a rule over several members: a `value_error` on the object, raised
 *   only when each member by itself is right;
 * - `.meta({ description })` documents any of them.
 */
import { z } from 'zod';
import { isoDateFlaw } from './iso-date.js';

/** A string. Numbers and booleans are not turned into one. */
export function text() {
  return z.string();
}

/** Text that is kept, so that its length has to have an end. */
export function shortText(most: number) {
  return text().max(most, { abort: true });
}

/** true or false, and nothing that resembles them. */
export function flag() {
  return z.boolean();
}

/** A calendar date, kept as the text `YYYY-MM-DD`. */
export function isoDate(): z.ZodType<string, string> {
  // Not z.iso.date(): it calls a number "not a string" and gives one reason for every malformed text.
  return z
    .any()
    .check(({ value, issues }: { value: unknown; issues: z.core.$ZodRawIssue[] }) => {
      if (typeof value !== 'string') {
        issues.push({ code: 'invalid_type', expected: 'date', input: value });
        return;
      }
      const flaw = isoDateFlaw(value);
      if (flaw !== null) issues.push({ code: 'invalid_format', format: 'date', message: flaw, input: value });
    })
    .meta({ type: 'string', format: 'date' });
}

/** One of `values`, case-sensitive. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values);
}

/**
 * A list of at most `max` items. A longer one is a single `too_long`, and its items are not looked at. The bound is not
 * optional because it is also what bounds the work, and the length of the answer, for a body full of wrong items.
 */
export function listOf<Item extends z.ZodType>(item: Item, { max }: { max: number }) {
  // Not .max(): on top of the type error it also measures a string, or an object with a `length`, sent for the list.
  const atMost = new z.core.$ZodCheckMaxLength({
    check: 'max_length',
    maximum: max,
    when: ({ value }) => Array.isArray(value),
  });
  return z.array(item).check(atMost);
}

/** true, false, or a list of at least one and at most `max` strings. */
export function flagOrTexts({ max }: { max: number }) {
  const texts = listOf(text(), { max }).meta({ minItems: 1 });
  // zod does not say which alternative an issue came from, so the message carries the names of both, in order.
  const either = z.union([flag(), texts], { error: 'bool | list[str]' });
  return either.refine((value) => typeof value === 'boolean' || value.length > 0, {
    error: 'the list should name at least one item',
    abort: true,
  });
}

/** An object with the members of `shape`. Members that it does not name are dropped. */
export function model<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape);
}

/** zod writes members in the order of the shape, and does not hand what was sent to checks. */
const ZodObjectAsSent = z.core.$constructor<z.ZodObject>('ZodObjectAsSent', (schema, definition) => {
  z.ZodObject.init(schema, definition);
  const names = new Map(Object.keys(definition.shape).map((name, index) => [name, index]));
  const parse = schema._zod.parse.bind(schema._zod);
  schema._zod.parse = (payload, context) => {
    const sent: unknown = payload.value;
    const checked = parse(payload, context);
    if (checked instanceof Promise) throw new Error('A shape that waits cannot keep the order of members');
    if (checked.issues.length === 0) checked.value = inOrderOf(sent as object, checked.value as Members, names);
    return checked;
  };
});

type Members = Readonly<Record<string, unknown>>;

/** Members that were not sent are left out; their names are those of the shape, so `__proto__` is none. */
function inOrderOf(sent: object, members: Members, names: ReadonlyMap<string, number>): Members {
  if (isInOrder(sent, names)) return members;
  const ordered: Record<string, unknown> = {};
  for (const name in sent) if (names.has(name)) ordered[name] = members[name];
  return ordered;
}

function isInOrder(sent: object, names: ReadonlyMap<string, number>): boolean {
  let last = -1;
  for (const name in sent) {
    const index = names.get(name) ?? last;
    if (index < last) return false;
    last = index;
  }
  return true;
}

/** A {@link model} that leaves its members in the order in which they were sent. They have no defaults. */
export function modelAsSent<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape> {
  return new ZodObjectAsSent({ type: 'object', shape }) as z.ZodObject<Shape>;
}
