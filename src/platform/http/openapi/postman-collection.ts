import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** A part of the OpenAPI document. It may be a reference to one of the document's components. */
type Referable = object & { readonly $ref?: string };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: { readonly example?: unknown; readonly enum?: readonly unknown[]; readonly default?: unknown };
}

/** A header or a parameter of a query string. */
interface Entry {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  /** Whether the entry is switched off. Postman does not send it until the user ticks it. */
  readonly disabled: boolean;
}

const methods = ['get', 'post'] as const;

/** A placeholder that Postman replaces by a new random UUID in each request. */
const freshId = '{{$guid}}';

/**
 * The script that Postman runs after each answer. It stores the id of the latest charged request and of the latest started run,
 * because other requests of the collection need these ids. So the whole collection can be run from top to bottom.
 */
const keepIds = [
  "if (pm.response.headers.has('X-Credits-Data-Access-Charged'))",
  "  pm.collectionVariables.set('request_id', pm.response.headers.get('X-Request-Id'));",
  "if (pm.response.code === 202) pm.collectionVariables.set('job_id', pm.response.json().job_id);",
];

/**
 * Serves the requests of the OpenAPI document at `/postman.json`, as a collection that Postman and similar programs can import.
 */
export function servePostmanCollection(app: NestExpressApplication, describe: () => OpenAPIObject): void {
  const server = app.getHttpAdapter().getInstance();
  server.get('/postman.json', (request: Request, response: Response) => {
    // A request in HTTP/1.0 may have no Host header. The collection then has no address, and the user has to fill it in.
    const { host } = request as { readonly host?: string };
    response.json(collectionOf(describe(), host === undefined ? '' : `${request.protocol}://${host}`));
  });
}

/**
 * A Postman collection of version 2.1 with a folder for each tag. Postman can also import the OpenAPI document itself. But then
 * it sends every optional header with an invented value, and requests fail because they all have the same `Idempotency-Key`. In
 * this collection the optional headers are switched off.
 * @param baseUrl the address of the service, without a path that a proxy may add in front
 */
function collectionOf(document: OpenAPIObject, baseUrl: string): object {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
  const ids = operations.flatMap(({ operation }) => parametersOf(operation, 'path'));
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-Api-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
      ...[...new Map(ids.map((id) => [id.name, valueOf(id)]))].map(([key, value]) => ({ key, value, type: 'string' })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: keepIds } }],
    item: (document.tags ?? []).map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags?.includes(name) === true)
        .map(({ method, path, operation }) => itemOf(document, method, path, operation)),
    })),
  };
}

/**
 * Makes one request of the collection. It has all headers and parameters of the operation, but only the required ones are
 * switched on.
 */
function itemOf(document: OpenAPIObject, method: string, path: string, operation: Operation): object {
  const { summary, description = '', requestBody, security } = operation;
  const body = exampleOf(document, requestBody);
  const content = { key: 'Content-Type', value: 'application/json', description: '', disabled: false };
  const headers = parametersOf(operation, 'header').map((header) => entryOf(header, freshId));
  const query = parametersOf(operation, 'query').map((parameter) => entryOf(parameter, valueOf(parameter)));
  const segments = path.slice(1).replaceAll('{', '{{').replaceAll('}', '}}').split('/');
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      // An operation is public if one of its security requirements is empty.
      ...(security?.some((requirement) => Object.keys(requirement).length === 0) === true
        ? { auth: { type: 'noauth' } }
        : {}),
      header: body === undefined ? headers : [content, ...headers],
      url: {
        raw: ['{{baseUrl}}', ...segments].join('/') + (asked.length === 0 ? '' : `?${asked.join('&')}`),
        host: ['{{baseUrl}}'],
        path: segments,
        query,
      },
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}

function parametersOf({ parameters = [] }: Operation, where: string): Parameter[] {
  return (parameters as readonly Parameter[]).filter((parameter) => parameter.in === where);
}

function entryOf({ name, required = false, description = '' }: Parameter, value: string): Entry {
  return { key: name, value, description, disabled: !required };
}

/** A value that the service accepts, taken from the document. If the document has none, the result is an empty text. */
function valueOf({ schema = {} }: Parameter): string {
  const value = schema.example ?? schema.default ?? schema.enum?.[0] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The example of a request body, from the schema of the body. The result is undefined for an operation without a body. */
function exampleOf({ components }: OpenAPIObject, body: Referable | undefined): unknown {
  if (body === undefined) return undefined;
  const { content = {} } = body as { readonly content?: Readonly<Record<string, { readonly schema?: Referable }>> };
  const name = content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
  return (components?.schemas?.[name] as { readonly example?: unknown } | undefined)?.example;
}
