import { SetMetadata, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { z } from 'zod';
import { version } from '../../config/project-root.js';
import { failureSchemas, operatorFailures } from './openapi-failures.js';
import { servePostmanCollection } from './postman-collection.js';
import { serveReferencePage } from './reference-page.js';
import { acceptableRequestId } from '../http-headers.js';
import type { RequestLimits } from '../validation/check-rules.js';
import { underLimits, type UnderLimits } from '../validation/request-dto.js';

/**
 * The public paths that Express itself serves, without a Nest route: those of the documentation and of the client package. As in
 * the router, upper and lower case make no difference.
 */
export const documentation =
  /^\/(docs|openapi\.(json|yaml)|operator\/openapi\.(json|yaml)|postman\.json|client\.tgz)(\/|$)/i;

const ownDocument = Symbol('a document of its own');

/** Leaves the routes of a module out of the OpenAPI document of the API. They are described in a document of their own. */
export const OwnDocument = (): ClassDecorator => SetMetadata(ownDocument, true);

/**
 * Serves the OpenAPI document at `/openapi.json` and its requests as a Postman collection at `/postman.json`. At `/docs` it
 * serves a reference page for people, which loads nothing from other hosts.
 */
export function serveOpenApi(app: NestExpressApplication, limits: RequestLimits): void {
  let document: OpenAPIObject | undefined;
  const describe = (): OpenAPIObject => (document ??= describeApi(app, limits));
  SwaggerModule.setup('docs', app, describe, {
    ui: false,
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
  servePostmanCollection(app, describe);
  serveReferencePage(app);
}

/** Serves the OpenAPI document of the operator API at `/operator/openapi.json`. */
export function serveOperatorDocument(app: NestExpressApplication, limits: RequestLimits): void {
  let document: OpenAPIObject | undefined;
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data Access Service: API for operators')
    .setDescription(operatorDescription)
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Operator-Key', description: 'The secret in `OPERATOR_KEY`' },
      'OperatorKey',
    )
    .addGlobalParameters(requestIdParameter)
    .build();
  SwaggerModule.setup(
    'operator',
    app,
    () => (document ??= documentOf(app, about, limits, modulesOf(app, 'own'), operatorFailures)),
    {
      ui: false,
      jsonDocumentUrl: 'operator/openapi.json',
      yamlDocumentUrl: 'operator/openapi.yaml',
    },
  );
}

const operatorDescription = `
What the commands of the service do, over HTTP: tenants, keys, credits, callbacks, erasure, and the lists of imports and of operations.
Every request needs the header \`X-Operator-Key\`; any other key is answered with 401. What a command would refuse is answered with 400
and \`COMMAND_REFUSED\`. Each change is written into the log of operators.
`.trim();

const description = `
Enrichment of companies and persons, intent signals and prospecting over your own records.

All bodies are JSON in UTF-8. The body of a request may be compressed with gzip (\`Content-Encoding\`). Every answer has the header \`X-Request-Id\`; include it in bug reports.
An error has the member \`detail\`: an object with the error code \`status\` (400, 402, 409, 500, 502, 503, 504),
a list with all faults of the request (422), or a text (every other status).
An unknown path is answered with 404, an unknown method with 405 and \`Allow\`.
Answers are compressed if \`Accept-Encoding\` allows it. Answers under \`/v1\` must not be stored (\`Cache-Control: no-store\`).
After 429, wait for \`Retry-After\` seconds; after 500, 502 or 504, retry with increasing pauses.
`.trim();

/**
 * The token under which Nest injects the `webhooks` of the document. Webhooks are requests that the service sends to its clients.
 */
export const webhooksToken = Symbol('webhooks');

const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header' as const,
  required: false,
  description: "The client's id of the request; an id that does not match the pattern is replaced by a new one",
  schema: { type: 'string' as const, pattern: acceptableRequestId.source },
};

/** Makes the OpenAPI 3.1 document of the whole API from the routes and from the DTO classes that check the requests. */
function describeApi(app: NestExpressApplication, limits: RequestLimits): OpenAPIObject {
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data Access Service')
    .setDescription(description)
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key', description: "The tenant's key" }, 'ApiKey')
    .addSecurityRequirements('ApiKey')
    .addGlobalParameters(requestIdParameter)
    .addTag('Company', 'Enrichment of companies')
    .addTag('Person', 'Enrichment of persons')
    .addTag('Search', 'Companies and persons that match conditions')
    .addTag('Signals', 'Intent signals of companies and persons')
    .addTag('Prospecting', 'Ranked prospects at a company')
    .addTag('Usage', 'Credits and reports of their use')
    .addTag(
      'Tenant',
      'The tenant to which the key of a request belongs, its keys, and the fields that can be requested',
    )
    .addTag('Health', 'Liveness, readiness and performance of the service')
    .build();
  const document = documentOf(app, about, limits, modulesOf(app, 'shared'));
  const webhooks = app.get<OpenAPIObject['webhooks']>(webhooksToken, { strict: false }) ?? {};
  return { ...document, webhooks, components: document.components ?? {} };
}

/**
 * Returns the modules whose routes are in a document of their own (`own`), or the modules whose routes are in the document of the
 * API (`shared`).
 */
function modulesOf(app: NestExpressApplication, documents: 'own' | 'shared'): Type[] {
  const types = [...app.get(ModulesContainer).values()].map(({ metatype }) => metatype);
  const hasOwn = (type: Type): boolean => Reflect.getMetadata(ownDocument, type) === true;
  return types.filter((type) => hasOwn(type) === (documents === 'own'));
}

/** Makes a document that describes the routes of some modules. */
function documentOf(
  app: NestExpressApplication,
  about: Omit<OpenAPIObject, 'paths'>,
  limits: RequestLimits,
  include: Type[],
  failures: Parameters<typeof failureSchemas>[0] = {},
): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, about, {
    include,
    standardSchemaConverter: (schema, { schemaType }) =>
      schema instanceof z.ZodType ? asComponents(schema, schemaType) : undefined,
  });
  const schemas = { ...document.components?.schemas, ...failureSchemas(failures) };
  for (const schema of Object.values(schemas)) {
    setLimits(schema, limits);
    describeDefaults(schema);
  }
  return { ...document, components: { ...document.components, schemas } };
}

/** Adds those parts of a schema that depend on limits in the operator's configuration. */
function setLimits(schema: object, limits: RequestLimits): void {
  const { properties = {} } = schema as { readonly properties?: Record<string, object> };
  for (const [name, property] of Object.entries(properties)) {
    const { [underLimits]: documentUnder, ...rest } = property as { readonly [underLimits]?: UnderLimits };
    if (documentUnder !== undefined) properties[name] = { ...rest, ...documentUnder(limits) };
  }
}

/**
 * Moves the default of each member from the keyword `default` to the text of the description. Generators of clients would treat a
 * member with the keyword as required.
 */
function describeDefaults(schema: object): void {
  const { properties = {} } = schema as { readonly properties?: Record<string, Described> };
  for (const [name, { default: value, ...rest }] of Object.entries(properties)) {
    if (value === undefined) continue;
    const [sentence, ...further] = (rest.description ?? '').split('\n');
    const description = [`${sentence ?? ''} By default \`${JSON.stringify(value)}\`.`, ...further].join('\n');
    properties[name] = { ...rest, description };
  }
}

interface Described {
  readonly description?: string;
  readonly default?: unknown;
}

/** Converts a zod schema to JSON Schema. Every part of it that has an `id` becomes a component of the document. */
function asComponents(
  source: z.ZodType,
  io: 'input' | 'output',
): { schema: object; components: Record<string, object> } {
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = z.toJSONSchema(source, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => loosen(jsonSchema),
  });
  const withoutIds = ({ id: _, ...part }: { id?: unknown }): object => part;
  const components = Object.fromEntries(Object.entries($defs).map(([name, part]) => [name, withoutIds(part)]));
  return { schema: withoutIds(schema), components };
}

/**
 * Removes from a schema two promises that zod adds and the service does not make:
 * - the promise that an object has no other members; with it, each new member would be a breaking change;
 * - the promise that a whole number is small enough for a number of JavaScript.
 *
 * It also removes what says nothing new: a pattern beside a format, and the statement that the names of members are texts.
 */
function loosen(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
  delete schema.propertyNames;
}
