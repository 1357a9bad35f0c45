import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { z } from 'zod';
import { version } from '../../config/project-root.js';
import { failureSchemas } from './openapi-failures.js';
import { acceptableRequestId } from '../http-headers.js';
import type { RequestLimits } from '../validation/check-rules.js';
import { underLimits, type UnderLimits } from '../validation/request-dto.js';

/** The paths that {@link serveOpenApi} answers, in any case, as the router reads them. */
export const documentation = /^\/(docs|openapi\.(json|yaml))(\/|$)/i;

/** Serves the document at `/openapi.json` and a reference page that needs no other host at `/docs`. */
export function serveOpenApi(app: NestExpressApplication, limits: RequestLimits): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, limits), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Data Access Service',
    swaggerOptions: { persistAuthorization: false, defaultModelsExpandDepth: 0 },
  });
}

const description = `
Enrichment of companies and persons, intent signals and prospecting over your own records.

Every body is JSON in UTF-8, that of a request may be in gzip (\`Content-Encoding\`), and every answer carries \`X-Request-Id\`; name it when you report a problem.
An error always has the member \`detail\`: an object with a \`status\` that programs can test (400, 402, 409, 500, 502, 504),
a list with all faults of the request at once (422), or a plain text (every other status).
A path that does not exist answers 404, another method than the documented one 405 with \`Allow\`.
Answers are compressed where \`Accept-Encoding\` allows it, and under \`/v1\` never to be kept (\`Cache-Control: no-store\`).
After 429 wait for \`Retry-After\` seconds; after 500, 502 or 504 try again, more slowly each time.
`.trim();

const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header' as const,
  required: false,
  description: "The caller's own id for the request; one that does not fit the pattern is replaced",
  schema: { type: 'string' as const, pattern: acceptableRequestId.source },
};

/** The whole API as OpenAPI 3.1, made from the routes and from the DTO classes that check the requests. */
export function describeApi(app: NestExpressApplication, limits: RequestLimits): OpenAPIObject {
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
    .addTag('Company', 'What is known about companies')
    .addTag('Person', 'What is known about persons')
    .addTag('Signals', 'What companies and persons have lately done')
    .addTag('Prospecting', 'Whom to talk to at a company, ranked')
    .addTag('Usage', 'What was charged, for what and when')
    .addTag('Health', 'Whether the service serves, and how fast')
    .build();
  const document = SwaggerModule.createDocument(app, about, {
    standardSchemaConverter: (schema, { schemaType }) =>
      schema instanceof z.ZodType ? asComponents(schema, schemaType) : undefined,
  });
  const schemas = { ...document.components?.schemas, ...failureSchemas() };
  for (const schema of Object.values(schemas)) setLimits(schema, limits);
  return { ...document, components: { ...document.components, schemas } };
}

/** Adds the parts of the schema that depend on the limits of the operator. */
function setLimits(schema: object, limits: RequestLimits): void {
  const { properties = {} } = schema as { readonly properties?: Record<string, object> };
  for (const [name, property] of Object.entries(properties)) {
    const { [underLimits]: documentUnder, ...rest } = property as { readonly [underLimits]?: UnderLimits };
    if (documentUnder !== undefined) properties[name] = { ...rest, ...documentUnder(limits) };
  }
}

/** A zod schema in which every part with an `id` is a separate component. */
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
 * Removes two promises of zod that the service does not make: that objects never gain members, which would make every later
 * field a breaking change, and that a whole number fits in a JavaScript number.
 */
function loosen(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
