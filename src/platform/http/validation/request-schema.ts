import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { z } from 'zod';

/** Bounds that the operator sets, known only when the process starts. */
export interface RequestLimits {
  /** Most identifiers in one request. */
  readonly maxBatch: number;
}

/**
 * The schema of a request body, or of the parameters of its URL, once for each set of limits. Controllers hand it to Nest,
 * `@Body({ schema })` or `@Query({ schema })`; the {@link RequestPipe} checks with it and the OpenAPI document is made
 * from it.
 */
export class RequestSchema<Schema extends z.ZodType> implements StandardSchemaV1<z.input<Schema>, z.output<Schema>> {
  private built: { readonly limits: RequestLimits; readonly schema: Schema } | undefined;

  constructor(private readonly build: (limits: RequestLimits) => Schema) {}

  under(limits: RequestLimits): Schema {
    if (this.built?.limits !== limits) this.built = { limits, schema: this.build(limits) };
    return this.built.schema;
  }

  /** Nest asks for this shape; the pipe, which knows the limits, is what really validates. */
  get '~standard'(): StandardSchemaV1.Props<z.input<Schema>, z.output<Schema>> {
    return { version: 1, vendor: 'data-access-service', validate: refuseToValidate };
  }
}

/** Tells the schemas of this project from whatever else Nest may carry. */
export function isRequestSchema(schema: unknown): schema is RequestSchema<z.ZodType> {
  return schema instanceof RequestSchema;
}

/** What a handler receives for a schema. */
export type RequestOf<Request> = Request extends RequestSchema<infer Schema> ? z.output<Schema> : never;

function refuseToValidate(): never {
  throw new Error('A request schema is validated by the request pipe');
}
