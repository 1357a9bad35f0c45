import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** A part of the document that may be a reference to one of its components. */
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
  /** Whether Postman leaves it out until the user ticks it. */
  readonly disabled: boolean;
}

const methods = ['get', 'post'] as const;

/** A new value for each request: Postman replaces it by a random UUID. */
const freshId = '{{$guid}}';

/**
 * What Postman runs after each answer. It keeps the ids in an answer for the requests that need one: those of a started run, and of a
 * request that was charged. So the whole collection can be run from top to bottom.
 */
const keepIds = [
  "if (pm.response.headers.has('X-Credits-Data-Access-Charged'))",
  "  pm.collectionVariables.set('request_id', pm.response.headers.get('X-Request-Id'));",
  "if (pm.response.code === 202) pm.collectionVariables.set('job_id', pm.response.json().job_id);",
];

/** Serves the requests of the document at `/postman.json`, as a collection for Postman and programs that import its collections. */
export function servePostmanCollection(app: NestExpressApplication, describe: () => OpenAPIObject): void {
  const server = app.getHttpAdapter().getInstance();
  server.get('/postman.json', (request: Request, response: Response) => {
    // A request of HTTP/1.0 may have no host; then the user fills the address in.
    const { host } = request as { readonly host?: string };
    response.json(collectionOf(describe(), host === undefined ? '' : `${request.protocol}://${host}`));
  });
}

/**
 * A collection of version 2.1 with a folder for each tag. Postman's own import of the document sends every optional header with one
 * invented value, so that requests fail over a repeated `Idempotency-Key`; here they are off.
 *
 * @param baseUrl the address of the service, without a path that a proxy adds
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

/** One request, with all of its headers and parameters, of which only the required ones are on. */
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
      // An empty requirement makes an operation public.
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

/** A value that the service accepts, if the document has one. */
function valueOf({ schema = {} }: Parameter): string {
  const value = schema.example ?? schema.default ?? schema.enum?.[0] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The example of a body, which the schema has; undefined for an operation without a body. */
function exampleOf({ components }: OpenAPIObject, body: Referable | undefined): unknown {
  if (body === undefined) return undefined;
  const { content = {} } = body as { readonly content?: Readonly<Record<string, { readonly schema?: Referable }>> };
  const name = content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
  return (components?.schemas?.[name] as { readonly example?: unknown } | undefined)?.example;
}
