import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resultsOf, type Client } from '../support/records/company-api.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let client: Client;

beforeAll(async () => {
  service = await startTestService({ env: { NETWORK_HOSTS: 'network.com,pages.example' } });
  client = await service.clientOf('ours');
  await store('Network', ['network.com'], 'https://www.network.com/company/network');
  await store('Pages', ['pages.com']);
  await store('Books', ['xn--bcher-kva.de']);
  await store('Parent', ['acme.com']);
  await store('Shop', ['shop.acme.com', 'acme.github.io']);
});

afterAll(() => service.close());

async function store(name: string, domains: readonly string[], networkUrl: string | null = null): Promise<void> {
  const create = domains.map((domain, index) => ({ domain, isPrimary: index === 0 }));
  const website = domains[0] ?? null;
  await service.database.prisma.company.create({ data: { name, website, networkUrl, domains: { create } } });
}

async function nameOf(identifier: Record<string, string>, enhanced_matching = true): Promise<unknown> {
  const [result] = await resultsOf(client, { companies: [identifier], fields: ['name'], enhanced_matching });
  return result?.data.name;
}

describe('POST /v1/company/enrich succeeds', () => {
  it.each(['bücher.de', 'http://www.BÜCHER.de/x', 'bu\u0308cher.de', 'xn--bcher-kva.de', 'XN--BCHER-KVA.DE.'])(
    'matches a company by its international domain, written %s, in both modes',
    async (website) => {
      expect(await nameOf({ website }, false)).toBe('Books');
      expect(await nameOf({ website }, true)).toBe('Books');
    },
  );

  it('matches the company with the most specific host if several stored hosts fit', async () => {
    expect(await nameOf({ website: 'shop.acme.com' })).toBe('Shop');
    expect(await nameOf({ website: 'https://de.shop.acme.com/cart' })).toBe('Shop');
    expect(await nameOf({ website: 'jobs.acme.com' })).toBe('Parent');
  });

  it('matches the customer of a hosting platform by its subdomain', async () => {
    expect(await nameOf({ website: 'acme.github.io' })).toBe('Shop');
    expect(await nameOf({ website: 'www.acme.github.io' })).toBe('Shop');
  });

  it('matches the company that runs the professional network by its own website and its own profile page', async () => {
    expect(await nameOf({ website: 'https://www.network.com/about' })).toBe('Network');
    expect(await nameOf({ website: 'https://www.network.com/company/network' })).toBe('Network');
  });

  it('matches a company by a profile page on a configured host', async () => {
    expect(await nameOf({ network_url: 'https://www.pages.example/company/network' })).toBe('Network');
  });
});

describe('POST /v1/company/enrich protects from false matches', () => {
  it('does not match the company that runs the network by the profile page of an unknown company in the field website', async () => {
    expect(await nameOf({ website: 'https://www.network.com/company/somebody' })).toBeNull();
  });

  it('does not match a company by a profile page on a host that is not configured', async () => {
    expect(await nameOf({ network_url: 'https://elsewhere.example/company/network' })).toBeNull();
  });
});
