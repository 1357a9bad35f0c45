import type { z } from 'zod';

/** The parts of a JSON Schema that the arguments of the tools use. */
interface ArgumentSchema {
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: ArgumentSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

type Schema = z.ZodObject['~standard'];

/**
 * A schema that reads arguments as agents mean them, and that states its limits in the descriptions, too.
 *
 * Some programs for agents send a list, an object, a boolean or a number as a text with its JSON, and send `null` for an optional argument.
 * {@link asMeant} undoes this. Other programs remove the limits of arguments (`minimum`, `maxItems`, `default`) from the schema before a
 * model sees it, but keep the descriptions.
 */
export function forAgents(standard: Schema): Schema {
  const { input, ...others } = standard.jsonSchema;
  const describe: typeof input = (options) => withLimits(input(options));
  const schema: ArgumentSchema = input({ target: 'draft-2020-12' });
  return {
    ...standard,
    validate: (value) => standard.validate(asMeant(value, schema)),
    jsonSchema: { ...others, input: describe },
  };
}

const integer = /^-?[0-9]{1,16}$/;
const decimal = /^-?[0-9]{1,16}(?:\.[0-9]{1,16})?$/;

/**
 * Reads a value by its schema: `"[\"name\"]"` is a list where a list is expected, `"true"` a boolean, `"12"` a number, and an optional
 * member that is null is absent. A value whose meaning is not certain is returned as it is, so that the schema refuses it. A text stays a
 * text where a text is expected, even if it looks like JSON.
 */
function asMeant(value: unknown, schema: ArgumentSchema): unknown {
  const read = typeof value === 'string' ? ofText(value, schema.type) : value;
  const { items, properties, required = [] } = schema;
  if (Array.isArray(read)) return items === undefined ? read : read.map((item) => asMeant(item, items));
  if (properties === undefined || !isRecord(read)) return read;
  const members = Object.entries(read).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own === undefined) return [[name, member] as const];
    const isAbsent = member === null && !required.includes(name) && !acceptsNull(own);
    return isAbsent ? [] : [[name, asMeant(member, own)] as const];
  });
  return Object.fromEntries(members);
}

function acceptsNull({ type }: ArgumentSchema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

function ofText(text: string, type: unknown): unknown {
  const plain = text.trim();
  switch (type) {
    case 'array':
    case 'object': {
      const parsed = parsedJson(plain);
      return (type === 'array' ? Array.isArray(parsed) : isRecord(parsed)) ? parsed : text;
    }
    case 'boolean':
      return /^(?:true|false)$/i.test(plain) ? plain.toLowerCase() === 'true' : text;
    case 'integer':
      return integer.test(plain) ? Number(plain) : text;
    case 'number':
      return decimal.test(plain) ? Number(plain) : text;
    default:
      return text;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds the limits of an argument and of its members to the descriptions: `The maximum number of prospects. 1 to 50, default 10.` */
function withLimits<S extends ArgumentSchema>(schema: S): S {
  const { properties, items } = schema;
  const description = [schema.description, limitsOf(schema)].filter(Boolean).join(' ');
  return {
    ...schema,
    ...(description !== '' && { description }),
    ...(items !== undefined && { items: withLimits(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, withLimits(member)])),
    }),
  };
}

/** The limits of an argument as a sentence; an empty text if it has none. */
function limitsOf(schema: ArgumentSchema): string {
  const parts = [
    rangeOf(withinSafeIntegers(schema.minimum), withinSafeIntegers(schema.maximum), ''),
    rangeOf(schema.minItems, schema.maxItems, ' items'),
    rangeOf(undefined, schema.maxLength, ' characters'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((part) => part !== '');
  const sentence = parts.join(', ');
  return sentence === '' ? '' : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** A limit of an argument. The schema of every whole number has the limits of safe integers, which say nothing to an agent. */
function withinSafeIntegers(limit: number | undefined): number | undefined {
  return limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? '' : `at least ${least}${unit}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
