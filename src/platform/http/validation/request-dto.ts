/**
 * The decorators for members of request DTOs. Each decorator stores two things: metadata of class-validator and
 * class-transformer, from which `compile-checker.ts` makes a check, and a description for @nestjs/swagger.
 * - A member is required unless it has `@Nullish()`. With `@Nullish()` it may be absent or null, and its value is not changed.
 * - A member with an initialiser, such as `= false`, may be absent. It then has this value as its default. Null is an error.
 * - Values are not converted: the text `"5"` is not accepted as a number, and the number 5 is not accepted as a text. The same
 *   applies to dates and flags. Only `@WholeNumber()` converts: it is for a parameter of the URL, whose value is always a text.
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

/** The maximum number of field names in one request. The catalogue and the query fields of any tenant together have far fewer. */
const maxNames = 1_000;
/**
 * The maximum number of characters of all field names in a list together. It is limited because an answer repeats the names for
 * each record.
 */
const maxNameCharacters = 50_000;

/** The limits with which the checks run in class-validator's own validator, because it does not know the limits of the operator. */
const noLimits: RequestLimits = { maxBatch: Number.POSITIVE_INFINITY };

/** What the OpenAPI document says about a member: its description and an example. */
interface Docs {
  readonly description?: string;
  readonly example?: unknown;
}

/** What the OpenAPI document says about a member that is a list of field names. */
interface NamesDocs extends Docs {
  /** The names that editors suggest to users of the API's client. Any other name is valid, too. */
  readonly suggested?: Iterable<string>;
}

/**
 * The schema of a member has under this key the part that depends on the operator's limits. `openapi.ts` replaces it by the final
 * values.
 */
export const underLimits = 'x-under-limits';
export type UnderLimits = (limits: RequestLimits) => { readonly maxItems: number; readonly description?: string };

/**
 * Adds a DTO class, with the defaults of its members, to the OpenAPI document. It must be the first decorator of the class, so
 * that it is applied last.
 */
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
 * The schema for a part of an answer that repeats an object of the request. In the OpenAPI document it refers to the DTO class of
 * that object.
 */
export function asRequested<Dto extends object>(Class: new () => Dto): z.ZodType<Dto> {
  return z.unknown().meta({ $ref: getSchemaPath(Class) }) as z.ZodType<Dto>;
}

/** Allows that a member is absent or null. Its value is then not changed. */
export function Nullish(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false, nullable: true }));
}

/** Allows that a parameter of the URL is absent. It cannot be null, because a URL cannot contain null. */
export function OptionalParameter(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false }));
}

/**
 * The member must be a text.
 * @param max the maximum number of characters; it is needed for a text that is stored
 */
export function Text({ max, ...docs }: Docs & { readonly max?: number } = {}): PropertyDecorator {
  const bound = max === undefined ? [] : [MaxLength(max)];
  return applyDecorators(IsString(), ...bound, documented({ type: 'string', maxLength: max }, docs));
}

/** The member must be `true` or `false`. Any other value, such as `1` or `"true"`, is an error. */
export function Flag(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(IsBoolean(), documented({ type: 'boolean' }, docs));
}

/** The member must be an object. It may have any members, which a service checks later. */
export function AnyObject(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(OwnRule(ownRules.anyObject), documented({ type: 'object', additionalProperties: true }, docs));
}

/** The member must be a calendar date. It stays a text in the form `YYYY-MM-DD`. */
export function IsoDate(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(OwnRule(ownRules.isoDate), documented({ type: 'string', format: 'date' }, docs));
}

/** The parameter of the URL must be a whole number. The handler gets the number, not the text. */
export function WholeNumber({ min, max, ...docs }: Docs & NumberRange): PropertyDecorator {
  const schema = documented({ type: 'integer', minimum: min, maximum: max }, docs);
  return applyDecorators(OwnRule(ownRules.wholeNumber, [min, max]), schema);
}

/** The member of a JSON body must be a number. */
export function JsonNumber({ min, max, isWhole = false, ...docs }: Docs & NumberRange): PropertyDecorator {
  const schema = documented({ type: isWhole ? 'integer' : 'number', minimum: min, maximum: max }, docs);
  return applyDecorators(OwnRule(ownRules.jsonNumber, [{ min, max, isWhole }]), schema);
}

/** The member must be one of `values`; letter case matters. */
export function OneOf(values: readonly string[], docs: Docs = {}): PropertyDecorator {
  return applyDecorators(IsIn(values), documented({ type: 'string', enum: [...values] }, docs));
}

/** The member must be an object of another DTO class. */
export function Nested(Dto: DtoClass, docs: Docs = {}): PropertyDecorator {
  return applyDecorators(
    ValidateNested(),
    Type(() => Dto),
    documented({ type: () => Dto }, docs),
  );
}

/**
 * The member must be a list of objects of another DTO class. If a list has more than `max` items, that is its only error, and its
 * items are not checked. The maximum is required: without it, a body full of wrong items would cause much work and a very long
 * answer.
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
 * The schemas of a list of names. If some names are suggested, there are two schemas: a list of the suggested names, and a list
 * of any names. A single schema would not do: TypeScript reduces the type `'a' | string` to `string`, so that editors have
 * nothing to suggest. It does not reduce `'a'[] | string[]`.
 */
function listsOfNames(suggested: Iterable<string> = [], bounds: { readonly minItems?: number } = {}): SchemaObject[] {
  const list: SchemaObject = { ...listOfNames, ...bounds };
  const names = [...suggested];
  return names.length === 0 ? [list] : [{ ...list, items: { type: 'string', enum: names } }, list];
}

/**
 * The member must be a list of field names. The number of names is limited, and so is the number of their characters together.
 */
export function FieldNames({ suggested, ...docs }: NamesDocs = {}): PropertyDecorator {
  return applyDecorators(
    OwnRule(ownRules.boundedList, [maxNames]),
    IsString({ each: true }),
    ValueRule(namesFlaw),
    documented(suggested === undefined ? listOfNames : { anyOf: listsOfNames(suggested) }, docs),
  );
}

/** The member must be `true` for all fields, `false` for none, or a list with at least one field name. */
export function FlagOrFieldNames({ suggested, ...docs }: NamesDocs = {}): PropertyDecorator {
  return applyDecorators(
    OwnRule(ownRules.flagOrTexts, [maxNames]),
    ValueRule((value: boolean | readonly string[]) => (typeof value === 'boolean' ? null : namesFlaw(value))),
    documented({ anyOf: [{ type: 'boolean' }, ...listsOfNames(suggested, { minItems: 1 })] }, docs),
  );
}

/** Makes the description of a member that contains field names, for the OpenAPI document. */
export function describeFieldNames(catalogue: Iterable<FieldDocs>): string {
  const fields = Array.from(catalogue, ({ name, type, description }) => `- \`${name}\` (${type}): ${description}`);
  return [
    `Names of the fields below, or of query fields of the tenant. All names together may have at most ${maxNameCharacters} characters.\n`,
    ...fields,
  ].join('\n');
}

interface FieldDocs {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** Adds a rule for the value of a member. The rule runs only on values of the right kind, so it need not check the kind. */
export function ValueRule<Value>(flawOf: FlawOf<Value>): PropertyDecorator {
  return OwnRule(ownRules.valueRule, [flawOf]);
}

/** Adds a rule that concerns several members of a class. It runs only if each member by itself is valid. */
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

/**
 * Adds the rule that at least one of the combinations must be complete: all its members are present, and each is a text that is
 * not empty.
 */
export function NeedsOneOf(combinations: Combinations, flaw: string): ClassDecorator {
  const isComplete = (model: object): boolean =>
    combinations.some((names) => names.every((name) => Boolean((model as Record<string, unknown>)[name])));
  return ModelRule((model) => (isComplete(model) ? null : flaw), combinations) as ClassDecorator;
}

type Combinations = readonly (readonly string[])[];
/**
 * A schema that requires at least one of the combinations. It uses the keywords `if` and `else`, which generators of clients
 * ignore. From a simple `anyOf` they would make a union of types, and programs could not read the members of such a union.
 * `unevaluatedProperties` allows further members; without it, Redocly would reject an example with members that the condition
 * does not name.
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
 * A decorator for a check that class-validator does not have. The validator of class-validator can run the check, too, but then
 * without the operator's limits.
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
