import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callWithRetry } from '../support/http/call-with-retry.js';
import { type DemoTestService, startDemoServiceWithPersons } from '../support/service/demo-service.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { rawRequest } from '../support/http/raw-request.js';

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly Entry[];
    readonly url: { readonly raw: string; readonly path: readonly string[]; readonly query: readonly Entry[] };
    readonly body?: { readonly raw: string };
  };
}

interface Collection {
  readonly info: { readonly schema: string };
  readonly auth: { readonly type: string; readonly apikey: readonly Entry[] };
  readonly variable: readonly Entry[];
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

let service: DemoTestService;
let collection: Collection;
let items: readonly Item[];

beforeAll(async () => {
  service = await startDemoServiceWithPersons({ WORKER: 'inline' });
  collection = (await callWithRetry(`${service.baseUrl}/postman.json`)).body as Collection;
  items = collection.item.flatMap(({ item }) => item);
});

afterAll(() => service.close());

const enabled = (entries: readonly Entry[]): Entry[] => entries.filter(({ disabled }) => disabled !== true);

/** Sends the requests as Postman does: with the enabled headers and parameters, with the values of variables, and the script after each. */
class Runner {
  readonly variables: Map<string, string>;

  constructor(apiKey: string) {
    this.variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
    this.variables.set('apiKey', apiKey);
  }

  async send({ request }: Item) {
    const auth = Object.fromEntries(collection.auth.apikey.map(({ key, value }) => [key, value]));
    const isPublic = request.auth?.type === 'noauth';
    const headers = new Headers(enabled(request.header).map(({ key, value }): [string, string] => [key, value]));
    if (!isPublic) headers.set(auth.key ?? '', this.filled(auth.value ?? ''));
    const { method, body } = request;
    const content = body === undefined ? {} : { body: this.filled(body.raw) };
    const answer = await fetch(this.filled(request.url.raw), { method, headers, ...content });
    const text = await answer.text();
    const response = { code: answer.status, headers: answer.headers, json: () => JSON.parse(text) as unknown };
    const pm = { response, collectionVariables: this.variables };
    const script = collection.event.flatMap(({ script: { exec } }) => exec).join('\n');
    runInNewContext(script, { pm });
    return { status: answer.status, body: JSON.parse(text) as unknown };
  }

  private filled(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(this.variables.get(name)));
  }
}

describe('GET /postman.json succeeds', () => {
  it('returns one request for each operation of the OpenAPI document, in folders by tag', async () => {
    const { content } = await OpenApiDocument.of(service.baseUrl);
    const operations = Object.entries(content.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { tags }]) => `${tags[0]}: ${method.toUpperCase()} ${path}`),
    );
    const requests = collection.item.flatMap(({ name, item }) =>
      item.map(
        ({ request: { method, url } }) =>
          `${name}: ${method} /${url.path.join('/').replaceAll(/\{\{|\}\}/g, (braces) => braces[0] ?? '')}`,
      ),
    );
    expect(requests.toSorted()).toEqual(operations.toSorted());
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  });

  it('returns requests that succeed with the demo data when they are sent from top to bottom', async () => {
    const runner = new Runner(service.apiKey);
    const statuses: [string, number][] = [];
    const answers = new Map<string, unknown>();
    for (const item of items) {
      const { status, body } = await runner.send(item);
      statuses.push([item.name, status]);
      answers.set(item.name, body);
    }
    for (const [name, status] of statuses) {
      // Whether the run has ended depends on the speed of the machine.
      const isOfRun = name === 'Get job results' || name === 'Cancel a job';
      const isSearch = /conditions|what searches/.test(name);
      // Search is off by default.
      const expected = isOfRun ? [200, 404, 409] : isSearch ? [403, 503] : [name === 'Start prospecting' ? 202 : 200];
      expect([name, status, expected.includes(status)]).toEqual([name, status, true]);
    }
    expect(answers.get('Enrich companies')).toMatchObject({ results: [{ matched: true }, { matched: false }] });
    expect(answers.get('Enrich persons')).toMatchObject({ results: [{ matched: true }] });
    expect(answers.get('Find companies')).toMatchObject({ companies: [{ name: 'Siemens' }] });
    expect(answers.get('Get job status')).toMatchObject({ job_id: Number(runner.variables.get('job_id')) });
    expect(answers.get('Get credit usage of a request')).toMatchObject({
      request_id: runner.variables.get('request_id'),
    });
  });

  it('returns requests that can be sent a second time', async () => {
    const runner = new Runner(service.apiKey);
    for (const item of items.filter(({ request }) => request.body !== undefined)) {
      const statuses = [await runner.send(item), await runner.send(item)].map(({ status }) => status);
      expect([item.name, statuses]).toEqual([item.name, expect.not.arrayContaining([409, 422])]);
    }
  });

  it('returns requests in which only the required headers and parameters are enabled', () => {
    for (const { name, request } of items) {
      const on = [...enabled(request.header), ...enabled(request.url.query)].map(({ key }) => key);
      const required = [
        ...(request.body === undefined ? [] : ['Content-Type']),
        ...(name === 'Find companies' ? ['q'] : []),
      ];
      expect([name, on]).toEqual([name, required]);
    }
    const keys = items.flatMap(({ request }) => request.header.filter(({ key }) => key === 'Idempotency-Key'));
    expect(keys.length).toBeGreaterThan(3);
    expect(new Set(keys.map(({ value, disabled }) => `${value} ${String(disabled)}`))).toEqual(
      new Set(['{{$guid}} true']),
    );
  });

  it('returns requests to the address from which the collection was loaded', async () => {
    const addressIn = ({ variable }: Collection): unknown => variable.find(({ key }) => key === 'baseUrl')?.value;
    expect(addressIn(collection)).toBe(service.baseUrl);
    const { text } = await rawRequest(`${service.baseUrl}/postman.json`, { headers: { host: 'data.example.com' } });
    expect(addressIn(JSON.parse(text) as Collection)).toBe('http://data.example.com');
  });
});
