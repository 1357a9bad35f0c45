import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { z } from 'zod';
import { version } from '../version.js';
import { failureSchemas } from './openapi-failures.js';
import { isRequestSchema, type RequestLimits } from './validation/request-schema.js';

/** Serves the document at `/openapi.json` and a reference page that needs no other host at `/docs`. */
export function serveOpenApi(app: NestExpressApplication, limits: RequestLimits): void {
  SwaggerModule.setup('docs', app, () => describeApi(app, limits), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Data Access Service',
    swaggerOptions: { persistAuthorization: false, defaultModelsExpandDepth: 0 },
  });
}

/** The whole API as OpenAPI 3.1, made from the routes and from the schemas that check the requests. */
export function describeApi(app: NestExpressApplication, limits: RequestLimits): OpenAPIObject {
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data Access Service')
    .setDescription('Enrichment of companies and persons, intent signals and prospecting over your own records.')
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key', description: "The tenant's key" }, 'ApiKey')
    .addSecurityRequirements('ApiKey')
    .build();
  const document = SwaggerModule.createDocument(app, about, {
    standardSchemaConverter: (schema, { schemaType }) => {
      const source: unknown = isRequestSchema(schema) ? schema.under(limits) : schema;
      return source instanceof z.ZodType ? asComponents(source, schemaType) : undefined;
    },
  });
  const schemas = { ...document.components?.schemas, ...failureSchemas() };
  return { ...document, components: { ...document.components, schemas } };
}

/** A zod schema with everything that has an `id` as a component of its own. */
function asComponents(
  source: z.ZodType,
  io: 'input' | 'output',
): { schema: object; components: Record<string, object> } {
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(source, { io, target: 'draft-2020-12' });
  const withoutIds = ({ id: _, ...part }: { id?: unknown }): object => part;
  const components = Object.fromEntries(Object.entries($defs).map(([name, part]) => [name, withoutIds(part)]));
  return { schema: withoutIds(schema), components };
}
