import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { enrich } from '../support/company-api.js';
import type { Answer } from '../support/http.js';
import { callWithRetry } from '../support/call-with-retry.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

const mebibyte = 1024 * 1024;
const largestBody = 5 * mebibyte;
const request = '{"companies":[{"website":"siemens.com"}],"fields":["name"]}';
const depth = 100_000;

/** Enriches with `Content-Encoding: gzip`. */
function enrichGzip(raw: Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
  const gzip = { 'Content-Encoding': 'gzip', ...headers };
  return callWithRetry(`${service.baseUrl}/v1/company/enrich`, { apiKey: service.apiKey, raw, headers: gzip });
}

describe('The reading of a request body succeeds', () => {
  it.each([
    ['in gzip', gzipSync(request)],
    ['in gzip, of exactly the largest size', gzipSync(request.padEnd(largestBody))],
    ['in gzip of several parts', Buffer.concat([gzipSync(request.slice(0, 9)), gzipSync(request.slice(9))])],
  ])('%s', async (_what, body) => {
    const answer = await enrichGzip(body, { 'Content-Encoding': 'GZip' });
    expect(answer.body).toMatchObject({ results: [{ data: { name: 'Siemens' }, matched: true }] });
  });

  it('in gzip as in plain text, so that either is a retry of the other', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await enrichGzip(gzipSync(request), key);
    const url = `${service.baseUrl}/v1/company/enrich`;
    const second = await callWithRetry(url, { apiKey: service.apiKey, raw: request, headers: key });
    expect([second.headers.get('Idempotent-Replayed'), second.body]).toEqual(['true', first.body]);
  });

  it.each([
    ['behind a byte order mark', `\ufeff${request}`],
    ['with space around it', ` \r\n\t${request}\n`],
    ['with escapes', request.replace('siemens', '\\u0073iemens')],
    ['with a member twice, of which the last counts', request.replace('{"c', '{"companies":1,"c')],
    ['of exactly the largest size', request.padEnd(largestBody)],
    ['with a member that it need not have, nested 100,000 deep', deepInside('"x":', '[', ']')],
  ])('%s', async (_what, body) => {
    const answer = await enrich(service, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ results: [{ data: { name: 'Siemens' }, matched: true }] });
  });
});

describe('The reading of a request body rejects', () => {
  it.each([
    ['nothing', '', { type: 'missing', loc: ['body'] }],
    ['a byte order mark alone', '\ufeff', { type: 'json_invalid', loc: ['body', 0] }],
    ['null', 'null', { type: 'missing', loc: ['body'] }],
    ['half an object', '{', { type: 'json_invalid', loc: ['body', 1] }],
    ['a member without value', '{"a":}', { type: 'json_invalid', loc: ['body', 5] }],
    ['a comma too many', '{"companies":[],}', { type: 'json_invalid', loc: ['body', 16] }],
    ['two documents', '{} {}', { type: 'json_invalid', loc: ['body', 3] }],
    ['single quotes', "{'companies':[]}", { type: 'json_invalid', loc: ['body', 1] }],
    ['NaN', '{"companies":NaN}', { type: 'json_invalid', loc: ['body', 13] }],
    ['a comment', '/* */{}', { type: 'json_invalid', loc: ['body', 0] }],
    ['an open string', '{"companies', { type: 'json_invalid', loc: ['body', 1] }],
    ['a fault behind an emoji, which is one character', '"\u{1F600}" x', { type: 'json_invalid', loc: ['body', 4] }],
    ['a form', 'companies=siemens.com', { type: 'json_invalid', loc: ['body', 0] }],
    ['XML', '<companies/>', { type: 'json_invalid', loc: ['body', 0] }],
  ])('%s', async (_what, body, item) => {
    const answer = await enrich(service, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [item] });
  });

  it('invalid JSON, with the reason and without an echo', async () => {
    expect((await enrich(service, '{"companies":}')).body).toEqual({
      detail: [
        {
          type: 'json_invalid',
          loc: ['body', 13],
          msg: 'JSON decode error',
          input: {},
          ctx: { error: 'Value expected' },
        },
      ],
    });
  });

  it.each([
    ['what is none', Buffer.from(request)],
    ['what ends too early', gzipSync(request).subarray(0, -10)],
    ['what is damaged', Buffer.concat([gzipSync(request).subarray(0, 15), Buffer.alloc(40, 7)])],
  ])('gzip, %s', async (_what, body) => {
    const { status, body: answer } = await enrichGzip(body);
    expect([status, answer]).toEqual([400, { detail: { status: 'BODY_NOT_GZIP', message: expect.any(String) } }]);
  });

  it('gzip of an empty body, and of invalid JSON', async () => {
    expect((await enrichGzip(gzipSync(''))).body).toMatchObject({ detail: [{ type: 'missing', loc: ['body'] }] });
    expect((await enrichGzip(gzipSync('{'))).body).toMatchObject({ detail: [{ type: 'json_invalid' }] });
  });

  it.each([
    ['Latin-1', new Uint8Array([0x22, 0xe9, 0x22])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['an overlong sequence', new Uint8Array([0x22, 0xc0, 0x80, 0x22])],
    ['half a surrogate pair', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a sequence cut off', new Uint8Array([0x22, 0xf0, 0x9f])],
  ])('%s instead of UTF-8', async (_what, body) => {
    const answer = await enrich(service, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [{ type: 'json_invalid' }] });
  });
});

describe('The reading of a request body protects the service', () => {
  it.each([
    ['lists in lists', '['.repeat(depth) + ']'.repeat(depth)],
    ['objects in objects', '{"companies":'.repeat(depth) + '1' + '}'.repeat(depth)],
    ['lists that are never closed', '['.repeat(depth)],
    ['objects that are never closed', '{"companies":'.repeat(depth)],
    ['an identifier of lists', deepInside('"companies":', '[', ']')],
    ['a website of lists', `{"companies":[{"website":${'['.repeat(depth)}${']'.repeat(depth)}}],"fields":["name"]}`],
    ['a field of objects', `{"companies":[],"fields":[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]}`],
    ['signals of objects', deepInside('"allow_signals":', '{"type":[', ']}')],
  ])('from values nested 100,000 deep: %s', async (_what, body) => {
    const answer = await enrich(service, body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  });

  it.each([
    ['brackets', '['.repeat(largestBody)],
    ['braces', '{"":'.repeat(largestBody / 4)],
    ['quotes', '"'.repeat(largestBody)],
    ['backslashes', `"${'\\'.repeat(largestBody - 1)}`],
    ['digits', '1'.repeat(largestBody)],
    ['minus signs', '-'.repeat(largestBody)],
    ['space', ' '.repeat(largestBody)],
    ['NUL', '\u0000'.repeat(largestBody)],
    ['wrong companies', `{"companies":[${'1,'.repeat(2 * mebibyte)}1]}`],
    ['companies without identifier', `{"companies":[${'{},'.repeat(mebibyte)}{}]}`],
    ['wrong fields', `{"companies":[],"fields":[${'{},'.repeat(mebibyte)}1]}`],
    ['unknown members', `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
  ])('from 5 MB of %s', async (_what, body) => {
    expect((await enrich(service, body)).status).toBe(422);
  });

  it.each([
    ['one byte too large', gzipSync(request.padEnd(largestBody + 1))],
    ['a hundred times too large', gzipSync(Buffer.alloc(100 * largestBody))],
  ])('from gzip that inflates %s', async (_what, body) => {
    expect(body.length).toBeLessThan(largestBody / 5);
    const answer = await enrichGzip(body);
    expect([answer.status, answer.body]).toEqual([413, { detail: 'Request body too large' }]);
  });

  it('from a body one byte above the limit', async () => {
    const answer = await enrich(service, request.padEnd(largestBody + 1));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ detail: 'Request body too large' });
  });
});

/** A valid request with an additional nested member. */
function deepInside(member: string, open: string, close: string): string {
  return request.replace('}],"', `}],${member}${open.repeat(depth)}${close.repeat(depth)},"`);
}
