/**
 * The decorators of request DTOs. Each decorator stores metadata of class-validator and class-transformer, which
 * `compile-checker.ts` compiles to a check, and the description for @nestjs/swagger.
 * - A member is required unless it has `@Nullish()`. Then it may be absent or null, and stays as it was sent.
 * - A member with an initialiser, such as `= false`, may be absent and then has this default. Null is an error.
 * - Numbers, dates and flags are not read from texts, nor texts from them.
 */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiSchema, type ApiPropertyOptions, getSchemaPath, type SchemaObject } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateNested,
  getMetadataStorage,
  registerDecorator,
  type ValidationArguments,
} from 'class-validator';
import { z } from 'zod';
import {
  boundUnder,
  type FlawOf,
  type ListBound,
  type NumberRange,
  ownRules,
  type RequestLimits,
  ruleOf,
} from './check-rules.js';
import type { DtoClass } from './compile-checker.js';
import type { Fault } from './faults.js';

/**
 * The maximum number of names in one request: far more than the catalogue and the query fields of any tenant together
 * have.
 */
const maxNames = 1_000;
/** The maximum number of characters of all names together. An answer repeats the names for each record. */
const maxNameCharacters = 50_000;

/** The limits for class-validator's own validator, which does not know those that the operator has set. */
const noLimits: RequestLimits = { maxBatch: Number.POSITIVE_INFINITY };

/** The description and the example of a member in the OpenAPI document. */
interface Docs {
  readonly description?: string;
  readonly example?: unknown;
}

/** The description and the example, in the OpenAPI document, of a member that is a list of names of fields. */
interface NamesDocs extends Docs {
  /** The names that clients of the API offer for completion. Any other name is valid, too. */
  readonly suggested?: Iterable<string>;
}

/** The key under which a member's schema has the part that depends on the operator's limits. `openapi.ts` replaces it. */
export const underLimits = 'x-under-limits';
export type UnderLimits = (limits: RequestLimits) => { readonly maxItems: number; readonly description?: string };

/** Documents a DTO class and the defaults of its members. It must be the first decorator of the class. */
export function RequestDto(docs: Docs = {}): ClassDecorator {
  return (target) => {
    const Dto = target as unknown as DtoClass;
    const metadatas = getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false);
    const combinations = metadatas.find(
      ({ name, constraints }) => name === ownRules.modelRule && constraints.length > 1,
    );
    ApiSchema({ ...docs, ...schemaOfCombinations(combinations?.constraints[1] as Combinations | undefined) })(target);
    for (const [name, value] of Object.entries(new Dto())) {
      if (value !== undefined) ApiProperty({ default: value, required: false })(Dto.prototype as object, name);
    }
  };
}

/**
 * The schema of a member in an answer that repeats an object of the request. In the OpenAPI document it refers to the
 * DTO class of the object.
 */
export function asRequested<Dto extends object>(Class: new () => Dto): z.ZodType<Dto> {
  return z.unknown().meta({ $ref: getSchemaPath(Class) }) as z.ZodType<Dto>;
}

/** Lets a member be absent or null. It then stays as it was sent. */
export function Nullish(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false, nullable: true }));
}

/** Lets a parameter of the URL be absent. There is no null in a URL. */
export function OptionalParameter(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false }));
}

/** A text. @param max the maximum number of characters, for a text that is stored */
export function Text({ max, ...docs }: Docs & { readonly max?: number } = {}): PropertyDecorator {
  const bound = max === undefined ? [] : [MaxLength(max)];
  return applyDecorators(IsString(), ...bound, documented({ type: 'string', maxLength: max }, docs));
}

/** `true` or `false`; any other value, such as `1` or `"true"`, is an error. */
export function Flag(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(IsBoolean(), documented({ type: 'boolean' }, docs));
}

/** An object with any members, which a service checks later. */
export function AnyObject(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(OwnRule(ownRules.anyObject), documented({ type: 'object', additionalProperties: true }, docs));
}

/** A calendar date. It stays a text `YYYY-MM-DD`. */
export function IsoDate(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(OwnRule(ownRules.isoDate), documented({ type: 'string', format: 'date' }, docs));
}

/** A whole number in a parameter of the URL, read from its text. */
export function WholeNumber({ min, max, ...docs }: Docs & NumberRange): PropertyDecorator {
  const schema = documented({ type: 'integer', minimum: min, maximum: max }, docs);
  return applyDecorators(OwnRule(ownRules.wholeNumber, [min, max]), schema);
}

/** A number in a JSON body. */
export function JsonNumber({ min, max, isWhole = false, ...docs }: Docs & NumberRange): PropertyDecorator {
  const schema = documented({ type: isWhole ? 'integer' : 'number', minimum: min, maximum: max }, docs);
  return applyDecorators(OwnRule(ownRules.jsonNumber, [{ min, max, isWhole }]), schema);
}

/** One of `values`; letter case matters. */
export function OneOf(values: readonly string[], docs: Docs = {}): PropertyDecorator {
  return applyDecorators(IsIn(values), documented({ type: 'string', enum: [...values] }, docs));
}

/** An object of another DTO class. */
export function Nested(Dto: DtoClass, docs: Docs = {}): PropertyDecorator {
  return applyDecorators(
    ValidateNested(),
    Type(() => Dto),
    documented({ type: () => Dto }, docs),
  );
}

/**
 * A list of objects of another DTO class. A list with more than `max` items has one error, and its items are not
 * checked. The maximum is required, because it limits the work and the length of the answer for a body full of wrong
 * items.
 */
export function ListOf(Dto: DtoClass, { max, describe }: ListOptions): PropertyDecorator {
  const documentUnder: UnderLimits = (limits) => ({
    maxItems: boundUnder(limits, max),
    ...(describe && { description: describe(limits) }),
  });
  return applyDecorators(
    OwnRule(ownRules.boundedList, [max]),
    ValidateNested({ each: true }),
    Type(() => Dto),
    documented({ type: () => [Dto], [underLimits]: documentUnder } as ApiPropertyOptions),
  );
}

interface ListOptions {
  readonly max: ListBound;
  readonly describe?: (limits: RequestLimits) => string;
}

const listOfNames = { type: 'array', items: { type: 'string' }, maxItems: maxNames } as const satisfies SchemaObject;

/**
 * The schemas of a list of any names. If names are suggested there are two schemas, because TypeScript reduces the type
 * `'a' | string` to `string`, for which editors complete nothing, but keeps `'a'[] | string[]`.
 */
function listsOfNames(suggested: Iterable<string> = [], bounds: { readonly minItems?: number } = {}): SchemaObject[] {
  const list: SchemaObject = { ...listOfNames, ...bounds };
  const names = [...suggested];
  return names.length === 0 ? [list] : [{ ...list, items: { type: 'string', enum: names } }, list];
}

/** A list of names of fields. The number of names and their characters together are limited. */
export function FieldNames({ suggested, ...docs }: NamesDocs = {}): PropertyDecorator {
  return applyDecorators(
    OwnRule(ownRules.boundedList, [maxNames]),
    IsString({ each: true }),
    ValueRule(namesFlaw),
    documented(suggested === undefined ? listOfNames : { anyOf: listsOfNames(suggested) }, docs),
  );
}

/** `true` for all fields, `false` for none, or a list with at least one name of a field. */
export function FlagOrFieldNames({ suggested, ...docs }: NamesDocs = {}): PropertyDecorator {
  return applyDecorators(
    OwnRule(ownRules.flagOrTexts, [maxNames]),
    ValueRule((value: boolean | readonly string[]) => (typeof value === 'boolean' ? null : namesFlaw(value))),
    documented({ anyOf: [{ type: 'boolean' }, ...listsOfNames(suggested, { minItems: 1 })] }, docs),
  );
}

/** The description of a member with names of fields, for the OpenAPI document. */
export function describeFieldNames(catalogue: Iterable<FieldDocs>): string {
  const fields = Array.from(catalogue, ({ name, type, description }) => `- \`${name}\` (${type}): ${description}`);
  return [
    `Names of query fields of the tenant or of these fields; together at most ${maxNameCharacters} characters.\n`,
    ...fields,
  ].join('\n');
}

interface FieldDocs {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** A rule for the value of a member. It runs only if the value is of the right kind. */
export function ValueRule<Value>(flawOf: FlawOf<Value>): PropertyDecorator {
  return OwnRule(ownRules.valueRule, [flawOf]);
}

/** A rule for several members of a class. It runs only if each member is valid by itself. */
export function ModelRule<Model extends object>(
  flawOf: FlawOf<Model>,
  combinations?: Combinations,
): (target: new () => Model) => void {
  return (target) => {
    const constraints = combinations === undefined ? [flawOf] : [flawOf, combinations];
    const validate = (_: unknown, args?: ValidationArguments): boolean => flawOf(args?.object as Model) === null;
    registerDecorator({ name: ownRules.modelRule, target, propertyName: '', constraints, validator: { validate } });
  };
}

/** A rule that the object has all members of at least one of the combinations, each as a text that is not empty. */
export function NeedsOneOf(combinations: Combinations, flaw: string): ClassDecorator {
  const isComplete = (model: object): boolean =>
    combinations.some((names) => names.every((name) => Boolean((model as Record<string, unknown>)[name])));
  return ModelRule((model) => (isComplete(model) ? null : flaw), combinations) as ClassDecorator;
}

type Combinations = readonly (readonly string[])[];
/**
 * A schema that requires one of the combinations. It uses keywords that generators of clients ignore. From `anyOf` they
 * would make a union of types, whose members a program cannot read. Redocly rejects an example whose members the
 * condition does not name, unless further members are allowed.
 */
function schemaOfCombinations(combinations: Combinations = []): object {
  if (combinations.length === 0) return {};
  return { if: { anyOf: combinations.map(schemaOfCombination) }, else: { not: {} }, unevaluatedProperties: {} };
}

function schemaOfCombination(names: Combinations[number]): object {
  const texts = names.map((name) => [name, { type: 'string', minLength: 1 }] as const);
  return { required: [...names], properties: Object.fromEntries(texts) };
}

function namesFlaw(names: readonly string[]): string | null {
  const isShort = names.join('').length <= maxNameCharacters;
  return isShort ? null : `all names together should have at most ${maxNameCharacters} characters`;
}

/**
 * A decorator for a check that class-validator does not have. class-validator's own validator runs it, too, without the
 * operator's limits.
 */
function OwnRule(name: string, constraints: unknown[] = []): PropertyDecorator {
  const validate = (value: unknown): boolean => {
    const faults: Fault[] = [];
    ruleOf(name, constraints, noLimits)?.(value, faults);
    return faults.length === 0;
  };
  return ValidateBy({ name, constraints, validator: { validate } });
}

function documented(schema: ApiPropertyOptions, docs: Docs = {}): PropertyDecorator {
  return ApiProperty({ ...schema, ...docs });
}
