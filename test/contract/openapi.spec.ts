import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyFields, type WireType } from '../support/company-fields.js';
import { faultsUnder, OpenApiDocument } from '../support/openapi-document.js';
import { openApiStructure } from '../support/openapi-structure.js';
import { callWithRetry } from '../support/call-with-retry.js';
import { routesOf } from '../support/routes.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

/** Routes of the description and its page, which are not described. */
const undocumented = /^\/($|(console|docs|openapi\.(json|yaml)|postman\.json|client\.tgz)\b)/;

const samples: Record<WireType, { readonly right: unknown; readonly wrong: unknown }> = {
  string: { right: '', wrong: 1 },
  integer: { right: -1, wrong: 1.5 },
  boolean: { right: false, wrong: 'true' },
  list: { right: ['a'], wrong: [1] },
  date: { right: '2024-02-29', wrong: '2024-02-29T00:00:00.000Z' },
  timestamp: { right: '2024-02-29T00:00:00.000Z', wrong: '2024-02-29' },
};

/** Alternatives in a schema, and conditions, which name the required members again. */
const requirements = new Set(['anyOf', 'oneOf', 'if']);

let service: DemoTestService;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startDemoService();
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

describe('GET /openapi.json succeeds', () => {
  it('with a document of OpenAPI 3.1', () => {
    expect(faultsUnder(openApiStructure, document.content)).toEqual([]);
  });

  it('as JSON, and as the same in YAML', async () => {
    const json = await callWithRetry(`${service.baseUrl}/openapi.json`);
    expect(json.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const yaml = await callWithRetry(`${service.baseUrl}/openapi.yaml`);
    expect(yaml.status).toBe(200);
    expect(yaml.body).toContain('operationId: enrichCompanies');
  });

  it('without a broken reference and an unused schema', () => {
    const references = everyMember('$ref', document.content).map((reference) => String(reference));
    const names = Object.keys(document.content.components.schemas);
    const targets = names.map((name) => `#/components/schemas/${name}`);
    expect([...new Set(references)].sort()).toEqual(targets.sort());
  });

  it('with unique operation ids and declared tags', () => {
    const operations = document.operations.map(({ operation }) => operation);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.content.tags.map(({ name }) => name);
    expect(tags).toEqual(expect.arrayContaining(operations.flatMap((operation) => operation.tags)));
  });

  it('with a key for every operation but health and readiness', () => {
    const open = document.operations.filter(({ operation }) => operation.security !== undefined);
    expect(open.map(({ path, operation }) => [path, operation.security])).toEqual([
      ['/health', [{}]],
      ['/ready', [{}]],
    ]);
    expect(document.content).toMatchObject({ security: [{ ApiKey: [] }] });
    expect(document.content.components.securitySchemes.ApiKey).toMatchObject({ in: 'header', name: 'X-Api-Key' });
  });

  it('with a summary and a description of every operation, and a description of every parameter and member', () => {
    const { paths, components } = document.content;
    for (const { path, operation } of document.operations) {
      const { summary, description } = operation as { summary?: string; description?: string };
      expect([path, summary, description]).toEqual([
        path,
        expect.stringMatching(/^(Get|List|Find|Enrich|Start|Cancel) /),
        expect.stringMatching(/\.$/),
      ]);
    }
    const parameters = everyMember('parameters', paths).flat() as { description?: string }[];
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    const described = JSON.parse(
      JSON.stringify(components.schemas, (key, value: unknown) => (requirements.has(key) ? undefined : value)),
    ) as unknown;
    const members = everyMember('properties', described).flatMap((properties) =>
      Object.entries(properties as Record<string, object>),
    );
    expect(members.filter(([, member]) => !('description' in member || '$ref' in member))).toEqual([]);
  });

  it('with schemas that compile, and examples that match them', () => {
    for (const name of Object.keys(document.content.components.schemas)) {
      for (const { path, example } of examplesIn(document.content.components.schemas[name], [])) {
        expect([name, path, document.faults(['components', 'schemas', name, ...path], example)]).toEqual([
          name,
          path,
          [],
        ]);
      }
    }
  });

  it('with an example of every request, which matches its schemas', () => {
    for (const { method, path, operation } of document.operations) {
      for (const [index, { required, schema }] of operation.parameters.entries()) {
        const pointer = ['paths', path, method.toLowerCase(), 'parameters', String(index), 'schema'];
        if (required === true) expect([pointer, document.faults(pointer, schema.example)]).toEqual([pointer, []]);
      }
      if (operation.requestBody === undefined) continue;
      const schema: { $ref?: string } = operation.requestBody.content['application/json']?.schema ?? {};
      const name = schema.$ref?.split('/').at(-1) ?? '';
      expect([name, document.content.components.schemas[name]]).toHaveProperty('1.example');
    }
  });

  it('with no default, which would make a member required for generators of clients', () => {
    expect(everyMember('default', document.content.components.schemas)).toEqual([]);
    const { CompanyEnrichRequest } = document.content.components.schemas;
    const properties = CompanyEnrichRequest?.properties as Record<string, object> | undefined;
    expect(properties?.enhanced_matching).toMatchObject({
      description: expect.stringMatching(/ By default `true`\.$/),
    });
  });

  it('with examples of answers and headers that match their schemas', () => {
    for (const { method, path, operation } of document.operations) {
      for (const [status, { content, headers = {} }] of Object.entries(operation.responses)) {
        const pointer = ['paths', path, method.toLowerCase(), 'responses', status];
        const { example, examples = {} } = content['application/json'] ?? {};
        const bodies = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map(({ value }) => value),
        ];
        const schema = [...pointer, 'content', 'application/json', 'schema'];
        expect([pointer, bodies.flatMap((body) => document.faults(schema, body))]).toEqual([pointer, []]);
        if (Number(status) >= 400) expect([pointer, bodies.length]).not.toEqual([pointer, 0]);
        for (const [name, header] of Object.entries(headers)) {
          expect(document.faults([...pointer, 'headers', name, 'schema'], header.example)).toEqual([]);
        }
      }
    }
  });

  it('with examples of webhooks that match their schemas', () => {
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
    expect(Object.keys(document.content.webhooks)).toEqual(['prospectingRunEnded']);
  });

  it.each(Object.entries(companyFields))('with the company field %s, its meaning and its type, %s', (name, type) => {
    const path = ['components', 'schemas', 'CompanyData', 'properties', name];
    const { properties } = document.content.components.schemas.CompanyData as { properties: Record<string, unknown> };
    expect(properties[name]).toMatchObject({ description: expect.stringMatching(/\w/) });
    expect(document.faults(path, samples[type].right)).toEqual([]);
    expect(document.faults(path, null)).toEqual([]);
    expect(document.faults(path, samples[type].wrong)).not.toEqual([]);
  });
});

describe('GET /openapi.json succeeds for the routes of the process', () => {
  it('with every route of the service, and no other', () => {
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
