import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from './http.js';
import { callWithRetry } from './call-with-retry.js';

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly object[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly example?: unknown };
}

interface Response {
  readonly headers?: Readonly<
    Record<string, { readonly schema: object; readonly example: unknown; readonly required?: boolean }>
  >;
  readonly content: Content;
}

type Content = Readonly<Record<string, { readonly schema: object } & Examples>>;

interface Examples {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const ownHeaders = /^(cache|x-(credits|ratelimit|request)|idempotent|original|ratelimit|retry)/;

/** The OpenAPI document of a service, with checks against it (JSON Schema, draft 2020-12). */
export class OpenApiDocument {
  private readonly ajv = new Ajv2020({ allErrors: true, strict: false });

  private constructor(readonly content: Document) {
    formats.default(this.ajv);
    this.ajv.addSchema({ ...content, $id: 'openapi' });
  }

  static async of(baseUrl: string, path = '/openapi.json'): Promise<OpenApiDocument> {
    const { body } = await callWithRetry(`${baseUrl}${path}`);
    return new OpenApiDocument(body as Document);
  }

  get operations(): { readonly method: string; readonly path: string; readonly operation: Operation }[] {
    return Object.entries(this.content.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  operation(method: string, path: string): Operation {
    const operation = this.content.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${path} is not documented`);
    return operation;
  }

  /** The bodies of all examples of answers to an operation. */
  exampleAnswers(method: string, path: string): unknown[] {
    return Object.values(this.operation(method, path).responses).flatMap(({ content }) =>
      Object.values(content['application/json']?.examples ?? {}).map(({ value }) => value),
    );
  }

  /** The errors of a value, compared with the schema at a path of the document: `['components', 'schemas', 'X']`. */
  faults(path: readonly string[], value: unknown): string[] {
    const pointer = path.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = this.ajv.getSchema(`openapi#/${pointer.join('/')}`);
    if (validate === undefined) throw new Error(`There is no schema at ${path.join(' ')}`);
    return faultsOf(validate, value);
  }

  /**
   * The differences between an answer and the document: a status that is not documented, a body that violates its schema, a
   * documented header that is missing, or a header that is not documented.
   */
  faultsOfAnswer(method: string, path: string, answer: Answer): string[] {
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
    const documented = this.operation(method, path).responses[String(answer.status)];
    if (documented === undefined) return [`${answer.status} is not documented`];
    const inHeaders = Object.entries(documented.headers ?? {}).flatMap(([name, { required }]) => {
      const sent = answer.headers.get(name);
      if (sent === null) return required === false ? [] : [`${name} is not sent`];
      return this.faults([...pointer, 'headers', name, 'schema'], /^\d+$/.test(sent) ? Number(sent) : sent);
    });
    const known = new Set(Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase()));
    const unknown = [...answer.headers.keys()].filter((name) => ownHeaders.test(name) && !known.has(name));
    return [
      ...inHeaders,
      ...unknown.map((name) => `${name} is not documented`),
      ...this.faults([...pointer, 'content', 'application/json', 'schema'], answer.body),
    ];
  }
}

/** The errors of a value, compared with a schema that is no part of a document. */
export function faultsUnder(schema: object, value: unknown): string[] {
  return faultsOf(new Ajv2020({ allErrors: true, strict: false }).compile(schema), value);
}

function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`.trim());
}
