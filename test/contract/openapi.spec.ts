import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { routesOf } from '../support/http/routes.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';

/** The routes that serve the document, its page and other files. The document does not describe them. */
const undocumented = /^\/($|(console|docs|operator|openapi\.(json|yaml)|postman\.json|client\.tgz)\b)/;

/**
 * The keywords below which members need no description: those of alternatives and conditions in a schema, whose members are described
 * elsewhere in the schema, and those of examples.
 */
const undescribed = new Set(['anyOf', 'oneOf', 'if', 'example', 'examples']);

let service: DemoTestService;
let document: OpenApiDocument;
let documentForOperators: OpenApiDocument;

beforeAll(async () => {
  service = await startDemoService({ OPERATOR_API: 'on', OPERATOR_KEY: 'operator-key-of-this-test' });
  document = await OpenApiDocument.of(service.baseUrl);
  documentForOperators = await OpenApiDocument.of(service.baseUrl, '/operator/openapi.json');
});

afterAll(() => service.close());

describe.each([
  ['/openapi.json', 'Get|List|Find|Enrich|Start|Cancel', (): OpenApiDocument => document],
  [
    '/operator/openapi.json',
    'Get|List|Create|Change|Delete|Set|Remove|Suspend|End|Grant|Revoke|Send|Announce|Erase|Take|Merge',
    (): OpenApiDocument => documentForOperators,
  ],
])('GET %s succeeds', (_path, verbs, read) => {
  it('returns a summary and a description of every operation, and a description of every parameter and member', () => {
    const { content, operations } = read();
    expect(operations.length).toBeGreaterThan(10);
    for (const { path, operation } of operations) {
      const { summary, description } = operation as { summary?: string; description?: string };
      expect([path, summary, description]).toEqual([
        path,
        expect.stringMatching(`^(${verbs}) `),
        expect.stringMatching(/\.$/),
      ]);
    }
    const parameters = everyMember('parameters', content.paths).flat() as { description?: string }[];
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    const described = JSON.parse(
      JSON.stringify(content, (key, value: unknown) => (undescribed.has(key) ? undefined : value)),
    ) as unknown;
    const members = everyMember('properties', described).flatMap((properties) =>
      Object.entries(properties as Record<string, object>),
    );
    expect(members.filter(([, member]) => !('description' in member || '$ref' in member))).toEqual([]);
  });

  it('returns schemas that compile, and examples that match them', () => {
    const { schemas } = read().content.components;
    for (const name of Object.keys(schemas)) {
      for (const { path, example } of examplesIn(schemas[name], [])) {
        expect([name, path, read().faults(['components', 'schemas', name, ...path], example)]).toEqual([
          name,
          path,
          [],
        ]);
      }
    }
  });

  it('returns an example of every request body, and for every required parameter one that matches its schema', () => {
    const { content, operations } = read();
    for (const { method, path, operation } of operations) {
      for (const [index, { required, schema }] of operation.parameters.entries()) {
        const pointer = ['paths', path, method.toLowerCase(), 'parameters', String(index), 'schema'];
        if (required === true) expect([pointer, read().faults(pointer, schema.example)]).toEqual([pointer, []]);
      }
      const schema: { $ref?: string } | undefined = operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      const name = schema.$ref?.split('/').at(-1) ?? '';
      expect([name, content.components.schemas[name]]).toHaveProperty('1.example');
    }
  });
});

describe('GET /openapi.json succeeds', () => {
  it('returns no defaults, because generators of clients would make their members required', () => {
    expect(everyMember('default', document.content.components.schemas)).toEqual([]);
    const { CompanyEnrichRequest } = document.content.components.schemas;
    const properties = CompanyEnrichRequest?.properties as Record<string, object> | undefined;
    expect(properties?.enhanced_matching).toMatchObject({
      description: expect.stringMatching(/ By default `true`\.$/),
    });
  });

  it('returns examples of webhooks that match their schemas', () => {
    for (const [name, { post }] of Object.entries(document.content.webhooks)) {
      const pointer = ['webhooks', name, 'post'];
      const { example } = post.requestBody?.content['application/json'] ?? {};
      const schema = [...pointer, 'requestBody', 'content', 'application/json', 'schema'];
      expect([name, document.faults(schema, example)]).toEqual([name, []]);
      for (const [index, parameter] of post.parameters.entries()) {
        const { example: value } = parameter as { example?: unknown };
        expect(document.faults([...pointer, 'parameters', String(index), 'schema'], value)).toEqual([]);
      }
    }
    expect(Object.keys(document.content.webhooks)).toEqual(['prospectingRunEnded', 'followedRecordsChanged']);
  });
});

describe('GET /openapi.json succeeds for the routes of the process', () => {
  it('returns every route of the service, and no other', () => {
    const routes = routesOf(service.app)
      .filter(({ path }) => !undocumented.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const documented = document.operations.map(({ method, path }) => `${method} ${path}`);
    expect(documented.sort()).toEqual(routes.sort());
  });
});

/** All values of a key, at any depth. */
function everyMember(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.hasOwn(value, key) ? [(value as Record<string, unknown>)[key]] : [];
  return [...own, ...Object.values(value).flatMap((part) => everyMember(key, part))];
}

/** The examples in a schema, each with the path of its schema. */
function examplesIn(schema: unknown, path: readonly string[]): { path: readonly string[]; example: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { example, examples, ...rest } = schema as Record<string, unknown>;
  const own = [
    ...(example === undefined ? [] : [example]),
    ...(Array.isArray(examples) ? (examples as unknown[]) : []),
  ];
  return [
    ...own.map((one) => ({ path, example: one })),
    ...Object.entries(rest).flatMap(([name, part]) => examplesIn(part, [...path, name])),
  ];
}
