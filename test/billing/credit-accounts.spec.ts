import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { spend } from '../support/credits/credit-history.js';
import { grantCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

async function creditsWith(apiKey: string, { baseUrl } = service): Promise<Answer['body']> {
  const answer = await call(`${baseUrl}/v1/credits`, { apiKey });
  expect([answer.status, document.faultsOfAnswer('GET', '/v1/credits', answer)]).toEqual([200, []]);
  return answer.body;
}

const none = { granted: 0, consumed: 0, used: 0, reserved: 0, available: 0, low_mark: 0, low: false };

describe('GET /v1/credits', () => {
  it('returns an empty account for each feature of a tenant without credits', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('poor');
    const features = ['data_access', 'contact_data', 'prospecting'];
    expect(await creditsWith(apiKey)).toEqual({ credits: features.map((feature) => ({ feature, ...none })) });
  });

  it('returns the granted, consumed (also as `used`), reserved and available credits of the tenant alone', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('spending');
    await service.issueKey('rich');
    await grantCredits(service.database, 'spending', 'data_access', 100);
    await grantCredits(service.database, 'spending', 'contact_data', 5);
    await new CreditGrantsRepository(service.database).lift('spending', 'contact_data');
    const of = { tenant: 'spending', requestId: 'r' };
    const reserve = { data_access: 50, contact_data: 20 };
    await spend(service.app, { ...of, reserve, settle: { data_access: 40, contact_data: 7 } });
    await spend(service.app, { ...of, reserve: { data_access: 8 } });
    expect(await creditsWith(apiKey)).toEqual({
      credits: [
        {
          feature: 'data_access',
          ...{ granted: 100, consumed: 40, used: 40, reserved: 8, available: 52, low_mark: 10, low: false },
        },
        {
          feature: 'contact_data',
          ...{ granted: 5, consumed: 7, used: 7, reserved: 0, available: null, low_mark: 1, low: false },
        },
        { feature: 'prospecting', ...none },
      ],
    });
  });

  it.each([
    [30, 27, false],
    [30, 28, true],
    [31, 27, false],
    [31, 28, true],
  ])(
    'returns the number of credits below which X-Credits-Low names the feature: %i granted, %i used',
    async (granted, used, low) => {
      const tenant = `low-${granted}-${used}`;
      const { apiKey } = await service.issueKeyWithoutCredits(tenant);
      await grantCredits(service.database, tenant, 'data_access', granted);
      await spend(service.app, {
        tenant,
        requestId: 'r',
        reserve: { data_access: used },
        settle: { data_access: used },
      });
      const left = { available: granted - used, low_mark: Math.ceil(granted / 10), low };
      expect(await creditsWith(apiKey)).toMatchObject({ credits: [left, {}, {}] });
      const body = { companies: [{ website: 'nowhere.example' }], fields: ['name'] };
      const { headers } = await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body });
      expect(headers.get('X-Credits-Low')).toBe(low ? 'data_access' : null);
    },
  );

  it('returns accounts without limits if the service counts no credits', async () => {
    const unmetered = await startTestService({ sharing: service, env: { CREDITS: 'off', WORKER: 'off' } });
    try {
      const { apiKey } = await unmetered.issueKeyWithoutCredits('unmetered');
      const { credits } = (await creditsWith(apiKey, unmetered)) as { credits: object[] };
      expect(credits).toEqual(credits.map(() => expect.objectContaining({ available: null, low: false })));
      expect(credits).toHaveLength(3);
    } finally {
      await unmetered.close();
    }
  });
});
