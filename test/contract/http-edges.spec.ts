import { once } from 'node:events';
import { text as wholeOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lockTable, untilWaiting } from '../support/http/idempotency.js';
import { storeCompanies } from '../support/records/person-factory.js';
import { answersIn, sendPart, sendText } from '../support/http/raw-request.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const invalid = [400, { status: 'INVALID_HTTP', message: 'The request is not valid HTTP' }] as const;
const companyPath = '/v1/company/enrich';
const getNothing = 'GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n';
const tooLarge = [413, 'Request body too large'];
const ok = [200, undefined];
const request = '{"companies":[{"website":"acme.example"}],"fields":["name"]}';

let service: TestService;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService();
  await storeCompanies(service.database, ['acme.example']);
  ({ apiKey } = await service.issueKey('ours'));
  limitArrival(1_000);
});

afterAll(() => service.close());

/** Sets the time in which a request must arrive. Node uses the larger of the two limits for the body. */
function limitArrival(milliseconds: number): void {
  Object.assign(service.app.getHttpServer(), { headersTimeout: milliseconds, requestTimeout: milliseconds });
}

/** The text of a request, as it is sent over the connection. */
function post(headers: readonly string[], body = '', key = apiKey): string {
  const head = [`POST ${companyPath} HTTP/1.1`, 'Host: localhost', `X-Api-Key: ${key}`, ...headers];
  return [...head, 'Content-Type: application/json', '', body].join('\r\n');
}

const whole = (id = 'first') => post([`Content-Length: ${request.length}`, `X-Request-Id: ${id}`], request);

async function answersTo(text: string): Promise<[status: number, detail: unknown][]> {
  return answersIn(await sendText(service.baseUrl, text));
}

describe('The HTTP server', () => {
  it.each([
    ['no Host header', 'GET /v1/usage HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Host headers', 'GET /v1/usage HTTP/1.1\r\nConnection: close\r\nHost: a\r\nHost: b\r\n\r\n'],
  ])('answers a request that has %s with 400 and a body', async (_what, text) => {
    const answer = await sendText(service.baseUrl, text);
    expect(answersIn(answer)).toEqual([[400, { status: 'HOST_MISSING', message: 'Send one Host header.' }]]);
    expect(answer).toMatch(/^X-Request-Id: ./m);
  });

  it('answers a request in HTTP/1.0 without a Host header, which HTTP/1.0 does not require', async () => {
    expect(await sendText(service.baseUrl, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers CONNECT with 405 and a body, after the answers to earlier requests', async () => {
    const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n';
    const refused = [405, 'Method Not Allowed'];
    expect(await answersTo(tunnel)).toEqual([refused]);
    expect(await answersTo(`${whole()}${tunnel}${whole()}`)).toEqual([ok, refused]);
  });

  it('answers garbage that follows slow requests with 400, after the answers to these requests', async () => {
    const hold = await lockTable(service.database, 'company_domain');
    const answers = answersTo(`${whole('slow')}${whole('slower')}garbage\r\n\r\n`);
    await untilWaiting(service.database, 'company_domain', 1);
    await hold.release();
    expect(await answers).toEqual([ok, ok, invalid]);
    const charged = `select request_id from credit_entry where request_id like 'slow%' and kind = 'post' order by 1`;
    const { rows } = await service.database.pool.query(charged);
    expect(rows).toEqual([{ request_id: 'slow' }, { request_id: 'slower' }]);
  });

  it('answers a malformed body that follows another request with 400, after the answer to that request', async () => {
    const broken = post(['Transfer-Encoding: chunked'], 'z\r\n');
    expect(await answersTo(`${whole()}${broken}`)).toEqual([ok, invalid]);
    expect(await answersTo(`${whole()}${post(['Transfer-Encoding: chunked'], 'z\r\n', 'bad')}`)).toHaveLength(2);
  });

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', ...invalid],
    ['two lengths', `${getNothing}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, ...invalid],
    ['large headers', `${getNothing}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'Request headers are too large'],
    ['a large URL', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'Request headers are too large'],
    ['an unknown Expect header', `${getNothing}Expect: wonders\r\n\r\n`, 417, 'The expectation cannot be met'],
  ])(
    'answers a malformed request, one with %s, with a status and a body in JSON',
    async (_what, text, status, detail) => {
      const answer = await sendText(service.baseUrl, text);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toContain('Content-Type: application/json');
      expect(answer).toContain(JSON.stringify({ detail }));
    },
  );

  it('answers large chunk extensions with 413', async () => {
    const extended = post(['Transfer-Encoding: chunked'], `1;${'x'.repeat(20_000)}\r\n`);
    expect(await answersTo(extended)).toEqual([[413, 'Chunk extensions are too large']]);
  });

  it('answers a Content-Length above the limit with 413, and closes the connection without waiting for the body', async () => {
    for (const headers of [['Content-Length: 6000000'], ['Content-Length: 6000000', 'Content-Encoding: gzip']]) {
      limitArrival(600_000);
      const answer = await sendText(service.baseUrl, post(headers));
      limitArrival(1_000);
      expect(answersIn(answer)).toEqual([tooLarge]);
      expect(answer).toMatch(/^Connection: close\r$/m);
    }
  });

  it.each([
    ['401 for an invalid key', companyPath, 401, 'Invalid API key'],
    ['404 for an unknown path', '/v1/nothing', 404, 'Not Found'],
  ])('answers a Content-Length above the limit with %s', async (_what, path, status, detail) => {
    const text = post(['Content-Length: 6000000'], '', 'bad').replace(companyPath, path);
    expect(await answersTo(text)).toEqual([[status, detail]]);
  });

  it('answers a body in chunks with 413 as soon as the body is too large', async () => {
    const connection = await sendPart(service.baseUrl, post(['Transfer-Encoding: chunked']));
    const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
    for (let sent = 0; sent < 6; sent += 1) connection.write(chunk);
    const [first] = (await once(connection, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    connection.destroy();
  });

  it('answers a request whose body does not arrive with 408, after the answers to earlier requests', async () => {
    expect(await answersTo(post(['Content-Length: 100']))).toEqual([[408, 'The request took too long to arrive']]);
    expect(await answersTo(`${whole()}${post(['Content-Length: 100'])}`)).toEqual([ok, [408, expect.anything()]]);
  });

  it('answers a request with an invalid key with 401 although its body does not arrive, and then closes the connection', async () => {
    const connection = await sendPart(service.baseUrl, post(['Content-Length: 100'], '', 'bad'));
    expect(answersIn(await wholeOf(connection))).toEqual([[401, 'Invalid API key']]);
  });

  it('leaves the connection open if the body arrives after the 401 for an invalid key', async () => {
    const connection = await sendPart(service.baseUrl, post([`Content-Length: ${request.length}`], '', 'bad'));
    const [first] = (await once(connection, 'data')) as [Buffer];
    connection.write(`${request}${post(['Connection: close', `Content-Length: ${request.length}`], request)}`);
    expect(answersIn(first.toString() + (await wholeOf(connection)))).toEqual([[401, 'Invalid API key'], ok]);
  });
});
