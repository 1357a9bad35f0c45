import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enrich, resultsOf } from '../support/company-api.js';
import { startDemoService, type DemoTestService } from '../support/demo-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

const siemens = { website: 'siemens.com' };

const strangeNames: readonly (readonly [what: string, name: string])[] = [
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['prototype', 'prototype'],
  ['toString', 'toString'],
  ['hasOwnProperty', 'hasOwnProperty'],
  ['toJSON', 'toJSON'],
  ['then', 'then'],
  ['a number', '0'],
  ['nothing', ''],
  ['space', ' '],
  ['NUL', '\u0000'],
  ['a name of the catalogue and NUL', 'name\u0000'],
  ['half a surrogate pair', '\ud800'],
  ['the other half', '\udfff'],
  ['a line break', 'a\r\nSet-Cookie: a=b'],
  ['SQL', 'name" from company; drop table company; --'],
  ['a column that is not a field', 'c.id'],
  ['markup', '</script><script>alert(1)</script>'],
  ['10,000 characters', 'x'.repeat(10_000)],
];

const hundredKilobytes = 'x'.repeat(100_000);

const strangeIdentifiers: readonly (readonly [what: string, identifier: Record<string, string>])[] = [
  ['NUL in a website', { website: 'siemens\u0000.com' }],
  ['NUL behind a website', { website: 'siemens.com\u0000' }],
  ['NUL in a profile page', { network_url: 'https://www.network.com/company/siemens\u0000' }],
  ['an encoded NUL in a profile page', { network_url: 'https://www.network.com/company/siemens%00' }],
  ['NUL in an id', { network_id: '1\u0000' }],
  ['half a surrogate pair in a website', { website: '\ud83d.siemens.com' }],
  ['half a surrogate pair in a profile page', { network_url: 'network.com/company/\udc00' }],
  ['half a surrogate pair, encoded, in a profile page', { network_url: 'network.com/company/%ED%A0%80' }],
  ['half a surrogate pair in an id', { network_id: '\ud800' }],
  ['an emoji', { website: '\u{1F600}.siemens' }],
  ['text that runs the other way', { website: '\u202emoc.snemeis' }],
  ['a line break', { website: 'siemens.com\r\nX: y' }],
  ['100 kB of website', { website: `${hundredKilobytes}.com` }],
  ['100 kB of dots', { website: 'a.'.repeat(50_000) }],
  ['100 kB of sub-domains', { website: `${'a.'.repeat(50_000)}siemens.com` }],
  ['100 kB of path', { website: `https://nobody.example/${hundredKilobytes}` }],
  ['100 kB of user', { website: `https://${'@'.repeat(100_000)}siemens.com` }],
  ['100 kB of space', { website: ' '.repeat(100_000) }],
  ['100 kB of slug', { network_url: `network.com/company/${hundredKilobytes}` }],
  ['100 kB of percent signs', { network_url: `network.com/company/${'%'.repeat(100_000)}` }],
  ['100 kB of slashes', { network_url: `network.com/${'/'.repeat(100_000)}` }],
  ['100 kB of digits', { network_id: '9'.repeat(100_000) }],
  ['2^63', { network_id: '9223372036854775808' }],
  ['-2^63 - 1', { network_id: '-9223372036854775809' }],
  ['2^64', { network_id: '18446744073709551616' }],
  ['an exponent', { network_id: '1e400' }],
  ['not a number', { network_id: 'NaN' }],
  ['broken punycode', { website: 'xn--\u00fc.com' }],
  ['a label of 64 characters', { website: `${'a'.repeat(64)}.com` }],
  ['a pattern', { website: '^(a+)+$.com' }],
];

describe('POST /v1/company/enrich protects itself from hostile values', () => {
  it.each(strangeNames)('by returning null for a field named %s', async (_what, name) => {
    const [result] = await resultsOf(service, { companies: [siemens], fields: [name, 'name'] });
    expect(Object.entries(result?.data ?? {})).toEqual([
      [name, null],
      ['name', 'Siemens'],
    ]);
  });

  it.each(strangeIdentifiers)('by finding nothing under %s', async (_what, identifier) => {
    for (const enhanced_matching of [true, false]) {
      const companies = [identifier, siemens];
      const results = await resultsOf(service, { companies, fields: ['name'], enhanced_matching });
      expect(results[0]).toEqual({ identifier, data: { name: null }, matched: false });
      expect(results[1]?.matched).toBe(true);
    }
  });

  it('by echoing a label of any content and length', async () => {
    const external_id = `\u0000\ud800${hundredKilobytes}__proto__`;
    const [result] = await resultsOf(service, { companies: [{ ...siemens, external_id }], fields: ['name'] });
    expect(result?.identifier.external_id).toBe(external_id);
  });

  it('by not changing prototypes', async () => {
    await enrich(service, '{"__proto__":{"fields":["name"]},"companies":[{"website":"siemens.com"}]}');
    const polluted = '{"companies":[{"__proto__":{"website":"siemens.com"}}],"fields":["name"]}';
    expect((await enrich(service, polluted)).status).toBe(422);
    const [result] = await resultsOf(service, { companies: [siemens], fields: ['ticker'] });
    expect(result?.data).toEqual({ ticker: 'SIE.DE' });
  });

  it('by answering a full batch of long names', async () => {
    const companies = Array.from({ length: 1_000 }, () => siemens);
    const name = 'x'.repeat(10_000);
    const results = await resultsOf(service, { companies, fields: [name] });
    expect(results).toHaveLength(1_000);
    expect(results[999]?.data).toEqual({ [name]: null });
  });

  it('by rejecting names that would make the answer a thousand times as large as the request', async () => {
    const companies = Array.from({ length: 1_000 }, () => siemens);
    const { status, body } = await enrich(service, { companies, fields: ['x'.repeat(4_000_000)] });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ type: 'value_error', loc: ['body', 'fields'] }] });
  });

  it.each([
    ['values', 251, 'x'],
    ['bytes of names', 250, 'x'.repeat(70)],
  ])('by rejecting a full batch with too many %s before a lookup', async (what, count, prefix) => {
    const companies = Array.from({ length: 1_000 }, () => siemens);
    const fields = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    const { status, body } = await enrich(service, { companies, fields });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail: [{ type: 'value_error', loc: ['body', 'companies'], msg: expect.stringContaining(what) }],
    });
    const fewer = await resultsOf(service, { companies: companies.slice(0, 500), fields });
    expect(fewer).toHaveLength(500);
  });

  it('by rejecting more names than a tenant can have', async () => {
    const fields = Array.from({ length: 1_001 }, (_, index) => `field_${index}`);
    const { status, body } = await enrich(service, { companies: [siemens], fields });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ type: 'too_long', loc: ['body', 'fields'] }] });
  });
});
