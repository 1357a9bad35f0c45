import { describe, expect, it } from '@jest/globals';
import { costOf } from '../billing/credits/charge-explanation.js';
import { charges } from '../billing/credits/credit-amounts.js';
import { companyChargeOutcomes, companyReservation } from './company-selection.js';
import { companyKeys, type MatchMode } from './company-match.js';

type Identifier = Record<string, string>;

function reserved(companies: readonly Identifier[], mode: MatchMode = 'enhanced') {
  return companyReservation(
    { companies: [...companies] },
    false,
    companies.map((identifier) => companyKeys(identifier, mode, null)),
  );
}

describe('An enrichment of companies', () => {
  it.each<[string, Identifier[], number]>([
    ['different sites', [{ website: 'acme.com' }, { website: 'acme.de' }], 2],
    ['spellings of a site', [{ website: 'acme.com' }, { website: 'HTTPS://www.Acme.com/about?x=1' }], 1],
    [
      'spellings of a page',
      [{ network_url: 'network.com/company/acme' }, { network_url: 'https://www.network.com/company/Acme/' }],
      1,
    ],
    [
      'labels of the same site',
      [
        { website: 'acme.com', external_id: 'a' },
        { website: 'acme.com', external_id: 'b' },
      ],
      1,
    ],
    ['a website and an id that may be one company', [{ website: 'acme.com' }, { network_id: '1' }], 2],
    [
      'three unusable websites, of which two are equal',
      [{ website: '???' }, { website: '???' }, { website: '!!!' }],
      2,
    ],
  ])('reserves for %s (%j) this number of credits: %i', (_, companies, expected) => {
    expect(reserved(companies)).toEqual(charges({ data_access: expected }));
  });

  it('reserves two credits in strict matching for a website and a subdomain of it', () => {
    const companies = [{ website: 'acme.com' }, { website: 'jobs.acme.com' }];
    expect(reserved(companies, 'strict')).toEqual(charges({ data_access: 2 }));
  });

  it('reserves nothing for a request that names no existing field', () => {
    const request = { companies: [{ website: 'acme.com' }] };
    expect(companyReservation(request, true, [companyKeys({ website: 'acme.com' }, 'enhanced', null)])).toEqual(
      charges({ data_access: 0 }),
    );
  });
});

describe('The charge of an enrichment of companies', () => {
  it('charges one credit for each matched company, however many identifiers match it, and explains why the others are free', () => {
    const found = [{ record: { id: '7' } }, { record: { id: '8' } }, { record: { id: '7' } }];
    const cost = costOf(companyChargeOutcomes([...found, { reason: 'no_candidate' }]));
    expect(cost.charges).toEqual(charges({ data_access: 2 }));
    expect([...cost.explanations]).toEqual([['data_access', 'charged 2,same_company,no_candidate']]);
  });
});
