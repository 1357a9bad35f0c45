import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { answererOf, ask, askRaw, companyPath, freeRequest, nowhere, ourKey } from './target.js';
import { itWith } from './known.js';
import type { Fault } from './validation.js';

const request = JSON.stringify(freeRequest);
const answerToIt = { results: [{ identifier: { website: nowhere }, data: { signals: null }, matched: false }] };
const largest = 5 * 1024 * 1024;
const depth = 100_000;

// A proxy in front of the service may refuse large bodies: nginx refuses more than 1 MB by default. The tests of large bodies are then
// skipped.
const { isService } = await answererOf(companyPath, { raw: request.padEnd(largest) });
const largeBodies = isService || null;
const noLargeBodies =
  'a proxy in front of the service refuses bodies of 5 MB, let it accept them (nginx: client_max_body_size 6m)';

/** A body in gzip. Large bodies are compressed, so that they take little of the network to the target. */
function packed(body: string | Uint8Array): { raw: Uint8Array; headers: Record<string, string> } {
  return { raw: gzipSync(body), headers: { 'Content-Encoding': 'gzip' } };
}

/** A valid request with one more member, whose value is nested `levels` deep. */
function deepInside(member: string, open: string, close: string, levels = depth): string {
  return request.replace('}],"', `}],${member}${open.repeat(levels)}${close.repeat(levels)},"`);
}

async function firstFault(options: Parameters<typeof ask>[1]): Promise<Partial<Fault>> {
  const { status, body } = await ask(companyPath, options);
  expect([status, body]).toEqual([422, { detail: expect.any(Array) }]);
  expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
  return (body as { detail: Fault[] }).detail[0] ?? {};
}

describe('The body of a request', () => {
  describe('succeeds', () => {
    it.each([
      'application/json',
      'Application/JSON; Charset=UTF-8',
      'application/json;charset="utf8"',
      'application/a+json',
    ])('reads a body with the type %s', async (type) => {
      const headers = { 'Content-Type': type, 'Content-Encoding': 'identity' };
      expect(await ask(companyPath, { headers, raw: request })).toMatchObject({ status: 200, body: answerToIt });
    });

    it('reads a body that is sent to a path with a slash at its end and with a query string', async () => {
      const { status, body } = await ask(`${companyPath}/?fields=%20&__proto__[x]=1`, { raw: request });
      expect([status, body]).toEqual([200, answerToIt]);
    });

    it.each([
      ['after a byte order mark', `\ufeff${request}`],
      ['with space around it', ` \r\n\t${request}\n`],
      ['with escapes', request.replace('qa', '\\u0071a')],
      ['with a member twice, of which the last counts', request.replace('{"c', '{"companies":1,"c')],
      ['with an unknown member whose lists are nested 60 deep', deepInside('"x":', '[', ']', 60)],
    ])('reads a body %s', async (_what, body) => {
      expect(await ask(companyPath, packed(body))).toMatchObject({ status: 200, body: answerToIt });
    });

    it('reads a body of exactly 5 MiB in gzip', async () => {
      const options = packed(request.padEnd(largest));
      expect(await ask(companyPath, options)).toMatchObject({ status: 200, body: answerToIt });
    });

    itWith(largeBodies, noLargeBodies, 'reads a body of exactly 5 MiB in plain text', async () => {
      const options = { raw: request.padEnd(largest) };
      expect(await ask(companyPath, options)).toMatchObject({ status: 200, body: answerToIt });
    });

    it('reads a body of several gzip parts, with the header Content-Encoding in mixed case', async () => {
      const raw = Buffer.concat([gzipSync(request.slice(0, 9)), gzipSync(request.slice(9))]);
      const answer = await ask(companyPath, { raw, headers: { 'Content-Encoding': 'GZip' } });
      expect(answer).toMatchObject({ status: 200, body: answerToIt });
    });
  });

  describe('rejects', () => {
    it.each([
      ['nothing', '', { type: 'missing', loc: ['body'] }],
      ['null', 'null', { type: 'missing', loc: ['body'], msg: 'Field required', input: null }],
      ['a byte order mark alone', '\ufeff', { type: 'json_invalid', loc: ['body', 0] }],
      ['half an object', '{', { type: 'json_invalid', loc: ['body', 1] }],
      ['an object with a member without a value', '{"a":}', { type: 'json_invalid', loc: ['body', 5] }],
      ['an object with a comma too many', '{"companies":[],}', { type: 'json_invalid', loc: ['body', 16] }],
      ['two documents', '{} {}', { type: 'json_invalid', loc: ['body', 3] }],
      ['an object in single quotes', "{'companies':[]}", { type: 'json_invalid', loc: ['body', 1] }],
      ['NaN', '{"companies":NaN}', { type: 'json_invalid', loc: ['body', 13] }],
      ['a comment', '/* */{}', { type: 'json_invalid', loc: ['body', 0] }],
      ['an object with a string that is not closed', '{"companies', { type: 'json_invalid', loc: ['body', 1] }],
      [
        'text after a string with an emoji, which counts as one character',
        '"\u{1F600}" x',
        { type: 'json_invalid', loc: ['body', 4] },
      ],
      ['a form', 'companies=acme.com', { type: 'json_invalid', loc: ['body', 0] }],
      ['XML', '<companies/>', { type: 'json_invalid', loc: ['body', 0] }],
    ])('refuses a body of %s with 422', async (_what, raw, expected) => {
      expect(await firstFault({ raw })).toMatchObject(expected);
    });

    it('refuses a body that is no JSON, states the reason, and does not repeat the body', async () => {
      const { body } = await ask(companyPath, { raw: '{"companies":}' });
      const fault = { type: 'json_invalid', loc: ['body', 13], msg: 'JSON decode error', input: {} };
      expect(body).toEqual({ detail: [{ ...fault, ctx: { error: expect.stringMatching(/\w/) } }] });
    });

    it.each([
      ['Latin-1', [0x22, 0xe9, 0x22]],
      ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
      ['UTF-8 with an overlong sequence', [0x22, 0xc0, 0x80, 0x22]],
      ['UTF-8 with half a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
      ['UTF-8 with a sequence cut off', [0x22, 0xf0, 0x9f]],
    ])('refuses a body in %s, which is no UTF-8, with 422', async (_what, bytes) => {
      expect(await firstFault({ raw: new Uint8Array(bytes) })).toMatchObject({ type: 'json_invalid' });
    });

    it.each([
      ['text', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['an upload', 'multipart/form-data; boundary=x'],
      ['lines of JSON', 'application/x-ndjson'],
      ['a type with a similar name', 'application/jsonp'],
      ['two types', 'text/plain, application/json'],
      ['JSON in Latin-1', 'application/json; charset=iso-8859-1'],
      ['JSON in UTF-16', 'application/json;charset="utf-16le"'],
    ])('refuses the type of %s with 415', async (_what, type) => {
      const { status, body } = await ask(companyPath, { raw: request, headers: { 'Content-Type': type } });
      expect([status, body]).toEqual([415, { detail: 'Content-Type must be application/json' }]);
    });

    it.each(['br', 'deflate', 'unheard-of', 'gzip, identity'])('refuses the encoding %s with 415', async (encoding) => {
      const { status, body } = await ask(companyPath, { raw: request, headers: { 'Content-Encoding': encoding } });
      expect([status, body]).toEqual([415, { detail: 'Content-Encoding is not supported' }]);
    });

    it('refuses a body without a Content-Type with 415, and a request without a body with 422', async () => {
      const options = { method: 'POST', headers: { 'X-Api-Key': ourKey } };
      expect((await askRaw(companyPath, { ...options, body: request })).status).toBe(415);
      expect((await askRaw(companyPath, options)).status).toBe(422);
    });

    it.each([
      ['that is no gzip', Buffer.from(request)],
      ['that ends too early', gzipSync(request).subarray(0, -10)],
      ['that is damaged', Buffer.concat([gzipSync(request).subarray(0, 15), Buffer.alloc(40, 7)])],
    ])('refuses a body in gzip %s with 400', async (_what, raw) => {
      const { status, body } = await ask(companyPath, { raw, headers: { 'Content-Encoding': 'gzip' } });
      expect([status, body]).toEqual([400, { detail: { status: 'BODY_NOT_GZIP', message: expect.any(String) } }]);
    });

    it('answers 422 to gzip of an empty text, and of a text that is no JSON', async () => {
      expect(await firstFault(packed(''))).toMatchObject({ type: 'missing', loc: ['body'] });
      expect(await firstFault(packed('{'))).toMatchObject({ type: 'json_invalid' });
    });

    itWith(
      largeBodies,
      noLargeBodies,
      'refuses a body of more than 5 MiB with 413, with a Content-Length or in chunks',
      async () => {
        const body = ' '.repeat(largest + 1);
        const announced = { 'X-Api-Key': ourKey, 'Content-Type': 'application/json' };
        for (const headers of [announced, { ...announced, 'Transfer-Encoding': 'chunked' }]) {
          const answer = await askRaw(companyPath, { method: 'POST', headers, body });
          expect([answer.status, answer.text]).toEqual([413, '{"detail":"Request body too large"}']);
        }
      },
    );

    it('answers 413 to a gzip body that has more than 5 MiB when it is inflated', async () => {
      for (const size of [largest + 1, 10 * largest]) {
        const answer = await ask(companyPath, packed(Buffer.alloc(size, ' ')));
        expect([answer.status, answer.body]).toEqual([413, { detail: 'Request body too large' }]);
      }
    });
  });

  describe('protects', () => {
    it.each([
      ['lists in lists', '['.repeat(depth) + ']'.repeat(depth)],
      ['objects in objects', '{"companies":'.repeat(depth) + '1' + '}'.repeat(depth)],
      ['lists that are never closed', '['.repeat(depth)],
      ['objects that are never closed', '{"companies":'.repeat(depth)],
      ['an unknown member', deepInside('"x":', '[', ']')],
      ['an identifier of lists', deepInside('"companies":', '[', ']')],
      ['a website of lists', `{"companies":[{"website":${'['.repeat(depth)}${']'.repeat(depth)}}],"fields":["name"]}`],
      ['a field of objects', `{"companies":[],"fields":[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]}`],
      ['signals of objects', request.replace('{}}', `{"type":${'['.repeat(depth)}${']'.repeat(depth)}}}`)],
    ])('answers 422 to values that are nested 100,000 deep: %s', async (_what, body) => {
      expect(await firstFault(packed(body))).toHaveProperty('type');
    });

    it.each([
      ['brackets', '['.repeat(largest)],
      ['braces', '{"":'.repeat(largest / 4)],
      ['quotes', '"'.repeat(largest)],
      ['backslashes', `"${'\\'.repeat(largest - 1)}`],
      ['digits', '1'.repeat(largest)],
      ['minus signs', '-'.repeat(largest)],
      ['space', ' '.repeat(largest)],
      ['NUL', '\u0000'.repeat(largest)],
      ['unknown members', `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
    ])('answers 422 to 5 MiB of %s', async (_what, body) => {
      expect(await firstFault(packed(body))).toHaveProperty('type');
    });

    it.each([
      ['companies of a wrong type', `{"companies":[${'1,'.repeat(largest / 2 - 20)}1]}`],
      ['companies without an identifier', `{"companies":[${'{},'.repeat(largest / 3 - 20)}{}]}`],
      ['fields of a wrong type', `{"companies":[],"fields":[${'{},'.repeat(largest / 3 - 20)}1]}`],
    ])('answers 422 to 5 MiB of %s', async (_what, body) => {
      const { status } = await ask(companyPath, packed(body));
      expect(status).toBe(422);
    });
  });
});
