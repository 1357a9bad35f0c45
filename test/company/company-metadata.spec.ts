import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resultsOf, type Client } from '../support/records/company-api.js';
import { companyFieldNames, companyFields, isOfType } from '../support/records/company-fields.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const complete = {
  networkUrl: 'https://www.network.com/company/complete',
  networkId: '9223372036854775808',
  website: 'complete.com',
  name: 'Complete',
  industry: 'Testing',
  size: '10001+',
  employeeCount: 2_147_483_647,
  foundedYear: 1900,
  accountType: 'Private',
  annualRevenueRange: '$10B+',
  accountDescription: 'Has "everything"\nin \u{1F4E6} one place',
  tagline: 'All of it',
  followerCount: 0,
  specialities: ['one', 'two, three'],
  isB2b: false,
  enrichedCategory: 'Samples',
  ticker: 'ALL',
  accountLastUpdated: new Date('2026-03-29T01:30:00.123Z'),
  aiAccountSummary: 'Everything is known.',
  accountKeywords: ['null', ''],
  locationName: 'Springfield',
  locationStreetAddress: '1 Main Street',
  locationLocality: 'Springfield',
  locationRegion: 'Illinois',
  locationMetro: 'Springfield area',
  locationPostalCode: '00001',
  locationCountry: 'United States',
  locationContinent: 'North America',
  locationGeo: '39.78,-89.65',
  fundingProfileUrl: 'https://funding.example/complete',
  fundingLastDate: new Date('2024-03-31T00:00:00Z'),
  fundingLastType: 'Series A',
  accountPhones: ['+1 555 0100'],
  accountEmails: ['hello@complete.com'],
  socialPageUrl: 'https://page.example/complete',
  socialPhotoUrl: 'https://photo.example/complete',
  socialVideoUrl: 'https://video.example/complete',
  socialCodeUrl: 'https://code.example/complete',
  socialShortvideoUrl: 'https://shortvideo.example/complete',
  socialPostUrl: 'https://post.example/complete',
  socialChatUrl: 'https://chat.example/complete',
  socialForumUrl: 'https://forum.example/complete',
  domains: { create: [{ domain: 'complete.com', isPrimary: true }] },
};

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService();
  client = await service.clientOf('ours');
  await service.issueKey('theirs');
  await service.database.prisma.company.create({ data: complete });
  const field = { tenantId: 'ours', scope: 'company' as const, metadata: true, definition: {} };
  await service.database.prisma.queryField.createMany({
    data: [
      { ...field, name: 'engineers' },
      { ...field, name: '__proto__', scope: 'both' },
      { ...field, name: 'name' },
      { ...field, name: 'of_persons_only', scope: 'person' },
      { ...field, name: 'not_metadata', metadata: false },
      { ...field, name: 'of_the_others', tenantId: 'theirs' },
    ],
  });
});

afterAll(() => service.close());

async function namesOf(request: Record<string, unknown>): Promise<string[]> {
  const [result] = await resultsOf(client, { companies: [{ website: 'complete.com' }], ...request });
  return Object.keys(result?.data ?? {});
}

describe('POST /v1/company/enrich succeeds for a company with all values', () => {
  it('returns every catalogue field with a value of its type', async () => {
    const [result] = await resultsOf(client, { companies: [{ website: 'complete.com' }], fields: companyFieldNames });
    const misshapen = Object.entries(result?.data ?? { none: null }).filter(
      ([name, value]) => !isOfType(companyFields[name], value),
    );
    expect(misshapen).toEqual([]);
  });

  it('returns dates, times, zero, false, list items and special characters as they are stored', async () => {
    const fields = ['funding_last_date', 'account_last_updated', 'follower_count', 'is_b2b', 'account_description'];
    const [result] = await resultsOf(client, {
      companies: [{ website: 'complete.com' }],
      fields: [...fields, 'account_keywords', 'employee_count'],
    });
    expect(result?.data).toEqual({
      funding_last_date: '2024-03-31',
      account_last_updated: '2026-03-29T01:30:00.123Z',
      follower_count: 0,
      is_b2b: false,
      account_description: 'Has "everything"\nin \u{1F4E6} one place',
      account_keywords: ['null', ''],
      employee_count: 2_147_483_647,
    });
  });
});

describe('POST /v1/company/enrich succeeds with include_metadata', () => {
  it('adds those query fields of the tenant that apply to companies and are marked as metadata', async () => {
    expect(await namesOf({ fields: ['ticker'], include_metadata: true })).toEqual([
      'ticker',
      'engineers',
      '__proto__',
      'name',
    ]);
  });

  it('returns a metadata field only once if `fields` names it, too', async () => {
    expect(await namesOf({ fields: ['engineers', 'name', 'engineers'], include_metadata: true })).toEqual([
      'engineers',
      'name',
      '__proto__',
    ]);
  });

  it('returns only metadata fields if `fields` is empty', async () => {
    expect(await namesOf({ fields: [], include_metadata: true })).toEqual(['engineers', '__proto__', 'name']);
  });

  it('omits metadata fields if include_metadata is false', async () => {
    expect(await namesOf({ fields: ['ticker'], include_metadata: false })).toEqual(['ticker']);
  });

  it('adds the metadata fields with the value null if no company matches', async () => {
    const companies = [{ website: 'nobody-has-this.example.org' }];
    const [result] = await resultsOf(client, { companies, include_metadata: true });
    expect(Object.entries(result?.data ?? {})).toEqual([
      ['engineers', null],
      ['__proto__', null],
      ['name', null],
    ]);
  });
});

describe("POST /v1/company/enrich protects a tenant's query fields", () => {
  it('hides query fields from the keys of another tenant', async () => {
    const { apiKey } = await service.issueKey('theirs');
    const companies = [{ website: 'complete.com' }];
    const [result] = await resultsOf({ ...client, apiKey }, { companies, include_metadata: true });
    expect(Object.keys(result?.data ?? {})).toEqual(['of_the_others']);
  });
});
