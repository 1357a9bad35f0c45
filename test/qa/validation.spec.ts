import { describe, expect, it } from '@jest/globals';
import { ask, companyPath, nowhere, personPath, startPath, unique } from './target.js';
import { describeValidation, type Case, type Expected } from './validation.js';

const company = { website: nowhere };
const page = { network_url: `https://www.network.com/company/${unique}` };
const person = { network_url: `network.com/in/${unique}` };

const companyCases: readonly Case[] = [
  ['no companies', { fields: ['name'] }, [['missing', 'companies']]],
  ['null for the companies', { companies: null, fields: ['name'] }, [['list_type', 'companies']]],
  ['one company without a list', { companies: company, fields: ['name'] }, [['list_type', 'companies']]],
  ['a website for a company', { companies: [nowhere], fields: ['name'] }, [['model_attributes_type', 'companies', 0]]],
  ['a list for a company', { companies: [[company]] }, [['model_attributes_type', 'companies', 0]]],
  ['a number for an id', { companies: [company, { network_id: 7 }] }, [['string_type', 'companies', 1, 'network_id']]],
  [
    'a boolean for a website, an object for a page and a list for a label',
    { companies: [{ website: true, network_url: {}, external_id: [] }], fields: ['name'] },
    [
      ['string_type', 'companies', 0, 'website'],
      ['string_type', 'companies', 0, 'network_url'],
      ['string_type', 'companies', 0, 'external_id'],
    ],
  ],
  [
    'an empty identifier',
    { companies: [{}], fields: ['name'] },
    [['value_error', 'companies', 0]],
    /^Value error, provide at least one of website, network_url, network_id$/,
  ],
  ['a label alone', { companies: [company, { external_id: 'x' }] }, [['value_error', 'companies', 1]]],
  ['null identifiers', { companies: [{ website: null, network_id: null }] }, [['value_error', 'companies', 0]]],
  ['empty text alone', { companies: [{ website: '', network_url: '' }] }, [['value_error', 'companies', 0]]],
  [
    'an identifier in a prototype',
    '{"companies":[{"__proto__":{"website":"acme.com"}}],"fields":["name"]}',
    [['value_error', 'companies', 0]],
  ],
  ['members of a person', { companies: [{ full_name: 'Jo Doe' }] }, [['value_error', 'companies', 0]]],
  ['one name without a list', { companies: [company], fields: 'name' }, [['list_type', 'fields']]],
  ['fields of null', { companies: [company], fields: null, include_metadata: true }, [['list_type', 'fields']]],
  [
    'other than text for a name',
    { companies: [company], fields: ['a', 1, null, ['b']] },
    [
      ['string_type', 'fields', 1],
      ['string_type', 'fields', 2],
      ['string_type', 'fields', 3],
    ],
  ],
  [
    'words for booleans',
    { companies: [company], include_metadata: 'true', enhanced_matching: 'no' },
    [
      ['bool_type', 'include_metadata'],
      ['bool_type', 'enhanced_matching'],
    ],
  ],
  [
    'null and numbers for booleans',
    { companies: [company], include_metadata: null, enhanced_matching: 1 },
    [
      ['bool_type', 'include_metadata'],
      ['bool_type', 'enhanced_matching'],
    ],
  ],
  ['true for signals', { companies: [company], allow_signals: true }, [['model_attributes_type', 'allow_signals']]],
  [
    'a type in another case',
    { companies: [company], allow_signals: { type: 'all' } },
    [['enum', 'allow_signals', 'type']],
  ],
  [
    'a day that does not exist',
    { companies: [company], allow_signals: { start_time: '2023-02-29' } },
    [['date_from_datetime_parsing', 'allow_signals', 'start_time']],
    /^Input should be a valid date or datetime, day value is outside expected range$/,
  ],
  [
    'a time for a day',
    { companies: [company], allow_signals: { end_time: '2024-01-01T00:00:00Z' } },
    [['date_from_datetime_parsing', 'allow_signals', 'end_time']],
  ],
  ['too many names', { companies: [company], fields: Array.from({ length: 1_001 }, String) }, [['too_long', 'fields']]],
  ['a list as body', [company], [['model_attributes_type']]],
  ['text as body', JSON.stringify('x'), [['model_attributes_type']]],
  ['null as body', 'null', [['missing']]],
  [
    'an empty list of companies and fields of a wrong type',
    { companies: [], fields: 'name' },
    [['list_type', 'fields']],
  ],
  [
    'everything at once, in the order of declaration',
    {
      allow_signals: { type: 7, end_time: 'x', start_time: 20_240_101 },
      enhanced_matching: null,
      include_metadata: 1,
      fields: ['name', null],
      companies: [{ external_id: 1 }, nowhere, {}, company, { network_url: false, website: [] }],
    },
    [
      ['string_type', 'companies', 0, 'external_id'],
      ['model_attributes_type', 'companies', 1],
      ['value_error', 'companies', 2],
      ['string_type', 'companies', 4, 'website'],
      ['string_type', 'companies', 4, 'network_url'],
      ['string_type', 'fields', 1],
      ['bool_type', 'include_metadata'],
      ['bool_type', 'enhanced_matching'],
      ['date_type', 'allow_signals', 'start_time'],
      ['date_from_datetime_parsing', 'allow_signals', 'end_time'],
      ['enum', 'allow_signals', 'type'],
    ],
  ],
];

const insufficient: readonly (readonly [what: string, identifier: object])[] = [
  ['nothing', {}],
  ['a label', { external_id: 'x' }],
  ['a name without employer', { full_name: 'Jane Doe' }],
  ['an employer without name', { company_domain: 'acme.com', company_name: 'Acme' }],
  ['a first name alone', { first_name: 'Jane', company_domain: 'acme.com' }],
  ['a last name alone', { last_name: 'Doe', company_name: 'Acme' }],
  ['null for its half', { full_name: 'Jane Doe', company_domain: null }],
  ['empty text for its half', { first_name: 'Jane', last_name: '', company_domain: 'acme.com' }],
  ['an empty URL and an empty email', { network_url: '', work_email: '' }],
  ['the members of a company', { website: 'acme.com', network_id: '1' }],
];

const wrongFlag = (member: string): Expected[] => [
  ['bool_type', member, 'bool'],
  ['list_type', member, 'list[str]'],
];

const personCases: readonly Case[] = [
  ['no persons', { fields: ['full_name'] }, [['missing', 'persons']]],
  ['null for the persons', { persons: null, fields: ['full_name'] }, [['list_type', 'persons']]],
  ['text for the persons', { persons: 'jane', fields: ['full_name'] }, [['list_type', 'persons']]],
  ['a number for a person', { persons: [1], fields: ['full_name'] }, [['model_attributes_type', 'persons', 0]]],
  [
    'persons with too few identifiers',
    { persons: [person, ...insufficient.map(([, one]) => one)], fields: ['x'] },
    insufficient.map((_, index) => ['value_error', 'persons', index + 1] as const),
  ],
  [
    'an object for a name',
    { persons: [{ full_name: {}, company_name: 'x' }], fields: ['x'] },
    [['string_type', 'persons', 0, 'full_name']],
  ],
  [
    'an identifier in a prototype',
    '{"persons":[{"__proto__":{"network_url":"network.com/in/jane"}}],"fields":["last_name"]}',
    [['value_error', 'persons', 0]],
  ],
  ['an empty list of company fields', { persons: [], enrich_company: [] }, [['value_error', 'enrich_company']]],
  ['"all" for enrich_company', { persons: [person], enrich_company: 'all' }, wrongFlag('enrich_company')],
  ['a number for enrich_company', { persons: [person], enrich_company: 1 }, wrongFlag('enrich_company')],
  ['an object for enrich_company', { persons: [person], enrich_company: {} }, wrongFlag('enrich_company')],
  ['null for enrich_company', { persons: [person], enrich_company: null }, wrongFlag('enrich_company')],
  ['text for allow_signals', { persons: [person], allow_signals: 'ALL' }, [['model_attributes_type', 'allow_signals']]],
  [
    'everything at once, in the order of declaration',
    {
      allow_signals: { type: 'promotion' },
      enrich_company: [1],
      include_contact_data: 'true',
      include_personas: null,
      fields: 'full_name',
      persons: [{ work_email: 1 }, 'jane', {}],
    },
    [
      ['string_type', 'persons', 0, 'work_email'],
      ['model_attributes_type', 'persons', 1],
      ['value_error', 'persons', 2],
      ['list_type', 'fields'],
      ['bool_type', 'include_personas'],
      ['bool_type', 'include_contact_data'],
      ['bool_type', 'enrich_company', 'bool'],
      ['string_type', 'enrich_company', 'list[str]', 0],
      ['enum', 'allow_signals', 'type'],
    ],
  ],
];

/** Texts that are no profile page of a company, and the reason that the validation error must give. */
const notPages: readonly (readonly [what: string, text: string, flaw: RegExp])[] = [
  ['empty text', '', /must not be blank/],
  ['blank text', '  ', /must not be blank/],
  ['text that is no URL', 'not a url', /not a URL/],
  ['a name', 'acme', /not a URL/],
  ['an id', '910001', /not a URL/],
  ['an email address', `info@${nowhere}`, /not a URL/],
  ['NUL in a URL', 'a\0b.com', /not a URL/],
  ['half a surrogate pair in a URL', '\ud83c.com', /not a URL/],
  ["a person's page", 'https://www.network.com/in/jane', /page of a person/],
  ["a person's page at another path", 'network.com/pub/jane/', /page of a person/],
];

const startCases: readonly Case[] = [
  ['a start without a company', {}, [['missing', 'network_url']]],
  ['null for the company', { network_url: null }, [['string_type', 'network_url']]],
  [
    'wrong types',
    { team_name: 7, client_email: ['a'] },
    [
      ['missing', 'network_url'],
      ['string_type', 'team_name'],
      ['string_type', 'client_email'],
    ],
  ],
  ...notPages.map(([what, network_url, flaw]): Case => [what, { network_url }, [['value_error', 'network_url']], flaw]),
  ['blank text that is too long, once', { network_url: ' '.repeat(2_049) }, [['string_too_long', 'network_url']]],
  [
    'a URL and a team that are too long',
    { network_url: `${page.network_url}/${'x'.repeat(2_048)}`, team_name: 'x'.repeat(257) },
    [
      ['string_too_long', 'network_url'],
      ['string_too_long', 'team_name'],
    ],
  ],
  ['a list as body', [page], [['model_attributes_type']]],
];

describeValidation(companyPath, companyCases);
describeValidation(personPath, personCases);
// A JSON Schema can state the type and the length of a text, but not that it must be the page of a company.
describeValidation(startPath, startCases, /^Value error, /);

describe.each([
  [
    companyPath,
    'companies',
    company,
    ['fields', 'include_metadata', 'allow_signals'],
    [{ include_metadata: false }, { enhanced_matching: true, include_personas: true }],
  ],
  [
    personPath,
    'persons',
    person,
    ['fields', 'include_personas', 'include_contact_data', 'enrich_company', 'allow_signals'],
    [{ fields: null }, { enrich_company: false, include_contact_data: false }, { include_metadata: true }],
  ],
])('POST %s', (path, member, identifier, alternatives, emptyOptions) => {
  describe('rejects', () => {
    it.each([
      ['an empty list', { fields: ['name'] }],
      ['an empty list and no fields, and names the list', {}],
    ])('answers 400 to %s', async (_what, request) => {
      const { status, body } = await ask(path, { body: { [member]: [], ...request } });
      const detail = { status: `NO_${member.toUpperCase()}_PROVIDED`, message: expect.stringContaining(member) };
      expect([status, body]).toEqual([400, { detail }]);
    });

    it('answers 400 if all options are in a member called `__proto__`, because the service ignores this member', async () => {
      const raw = `{"__proto__":{"fields":["name"],"include_personas":true},"${member}":${JSON.stringify([identifier])}}`;
      expect(await ask(path, { raw })).toMatchObject({
        status: 400,
        body: { detail: { status: 'NO_FIELDS_PROVIDED' } },
      });
    });

    it.each<object>([
      {},
      { fields: [] },
      { allow_signals: null },
      { fields: [], include_metadata: false, include_personas: false, allow_signals: null },
      { limit: 1 },
      ...emptyOptions,
    ])('answers 400 to a request for no data (%j), and says how to request some', async (request) => {
      const { status, body } = await ask(path, { body: { [member]: [identifier], ...request } });
      expect([status, body]).toEqual([400, { detail: { status: 'NO_FIELDS_PROVIDED', message: expect.any(String) } }]);
      const { message } = (body as { detail: { message: string } }).detail;
      for (const alternative of alternatives) expect(message).toContain(`\`${alternative}\``);
    });
  });
});
