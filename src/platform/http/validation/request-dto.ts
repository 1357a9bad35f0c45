/**
 * The decorators of request DTOs. Each is at once the check that `compile-checker.ts` runs, as metadata of class-validator
 * and class-transformer, and the description that @nestjs/swagger reads:
 *
 * - a member without more is required; `@Nullish()` lets it be absent or null, and it stays as it was sent;
 * - an initialiser, `= false`, is the default of an absent member, while null stays a type error;
 * - numbers, dates and flags are not made out of texts, nor the other way round.
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

/** Maximum of names in one request; far more than the catalogue and the fields of any tenant have. */
const maxNames = 1_000;
/** Maximum of characters of all names together: an answer repeats them for each record. */
const maxNameCharacters = 50_000;

/** For class-validator itself, which has no limits of the operator. */
const noLimits: RequestLimits = { maxBatch: Number.POSITIVE_INFINITY };

/** For the OpenAPI document. */
interface Docs {
  readonly description?: string;
  readonly example?: unknown;
}

/** For the OpenAPI document of a member that holds names of fields. */
interface NamesDocs extends Docs {
  /** The names that clients offer for completion; any other name is as valid. */
  readonly suggested?: Iterable<string>;
}

/** The part of the schema of a member that depends on the limits of the operator; `openapi.ts` adds it. */
export const underLimits = 'x-under-limits';
export type UnderLimits = (limits: RequestLimits) => { readonly maxItems: number; readonly description?: string };

/**
 * Documents a DTO class, and the defaults of its members. It stands above the other decorators of the class.
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

/** The schema of a member of an answer that repeats an object of the request: in the OpenAPI document a reference to its DTO class. */
export function asRequested<Dto extends object>(Class: new () => Dto): z.ZodType<Dto> {
  return z.unknown().meta({ $ref: getSchemaPath(Class) }) as z.ZodType<Dto>;
}

/** Absent and null both pass, and both stay as they were sent. */
export function Nullish(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false, nullable: true }));
}

/** A parameter of the URL, where there is no null, that may be left out. */
export function OptionalParameter(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false }));
}

/** A string. @param max the maximum number of characters, for text that is stored */
export function Text({ max, ...docs }: Docs & { readonly max?: number } = {}): PropertyDecorator {
  const bound = max === undefined ? [] : [MaxLength(max)];
  return applyDecorators(IsString(), ...bound, documented({ type: 'string', maxLength: max }, docs));
}

/** true or false, and nothing that resembles them. */
export function Flag(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(IsBoolean(), documented({ type: 'boolean' }, docs));
}

/** A calendar date, kept as the text `YYYY-MM-DD`. */
export function IsoDate(docs: Docs = {}): PropertyDecorator {
  return applyDecorators(OwnRule(ownRules.isoDate), documented({ type: 'string', format: 'date' }, docs));
}

/** A number in a parameter of the URL, from its text. */
export function WholeNumber({ min, max, ...docs }: Docs & NumberRange): PropertyDecorator {
  const schema = documented({ type: 'integer', minimum: min, maximum: max }, docs);
  return applyDecorators(OwnRule(ownRules.wholeNumber, [min, max]), schema);
}

/** A number in a JSON body. */
export function JsonNumber({ min, max, isWhole = false, ...docs }: Docs & NumberRange): PropertyDecorator {
  const schema = documented({ type: isWhole ? 'integer' : 'number', minimum: min, maximum: max }, docs);
  return applyDecorators(OwnRule(ownRules.jsonNumber, [{ min, max, isWhole }]), schema);
}

/** One of `values`, case-sensitive. */
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
 * A list of objects of another DTO class. A longer one than `max` is a single fault, and its items are not looked at. The bound
 * is not optional because it is also what bounds the work, and the length of the answer, for a body full of wrong items.
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
 * Schemas of a list of any names. With suggestions there are two, because in TypeScript `'a' | string` is `string`, which
 * offers nothing for completion, and `'a'[] | string[]` is not `string[]`.
 */
function listsOfNames(suggested: Iterable<string> = [], bounds: { readonly minItems?: number } = {}): SchemaObject[] {
  const list: SchemaObject = { ...listOfNames, ...bounds };
  const names = [...suggested];
  return names.length === 0 ? [list] : [{ ...list, items: { type: 'string', enum: names } }, list];
}

/** Names of fields: a list of texts, bounded in number and in length together. */
export function FieldNames({ suggested, ...docs }: NamesDocs = {}): PropertyDecorator {
  return applyDecorators(
    OwnRule(ownRules.boundedList, [maxNames]),
    IsString({ each: true }),
    ValueRule(namesFlaw),
    documented(suggested === undefined ? listOfNames : { anyOf: listsOfNames(suggested) }, docs),
  );
}

/** true for all fields, false for none, or the names of at least one. */
export function FlagOrFieldNames({ suggested, ...docs }: NamesDocs = {}): PropertyDecorator {
  return applyDecorators(
    OwnRule(ownRules.flagOrTexts, [maxNames]),
    ValueRule((value: boolean | readonly string[]) => (typeof value === 'boolean' ? null : namesFlaw(value))),
    documented({ anyOf: [{ type: 'boolean' }, ...listsOfNames(suggested, { minItems: 1 })] }, docs),
  );
}

/** For the OpenAPI document. */
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

/** A rule for a member that is of the right type. */
export function ValueRule<Value>(flawOf: FlawOf<Value>): PropertyDecorator {
  return OwnRule(ownRules.valueRule, [flawOf]);
}

/** A rule over several members of a class, run only when each member is valid by itself. */
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

/** At least one of the combinations has to be there, each member of it a text that is not empty. */
export function NeedsOneOf(combinations: Combinations, flaw: string): ClassDecorator {
  const isComplete = (model: object): boolean =>
    combinations.some((names) => names.every((name) => Boolean((model as Record<string, unknown>)[name])));
  return ModelRule((model) => (isComplete(model) ? null : flaw), combinations) as ClassDecorator;
}

type Combinations = readonly (readonly string[])[];
/**
 * At least one of the combinations, in keywords that generators of clients skip: from `anyOf` they make a union of objects, in
 * which no member can be read. Redocly rejects examples with members that a condition does not name, unless others are allowed.
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

/** A decorator of class-validator's kind for a check of ours; class-validator itself, which has no limits of the operator, gets the same check. */
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
