import { describe, expect, it } from '@jest/globals';
import { type EmployerCompany, employerKeys, type KnownEmployers, matchEmployer } from './employer-match.js';
import { type Employer, noEmployer } from '../../matching/persons/employers.js';

function company(id: string, ...names: string[]): EmployerCompany {
  return { id, industry: null, names };
}

const page = 'https://www.network.com/company/acme';
const known: KnownEmployers = {
  byNetworkId: new Map([['1', company('by id')]]),
  byNetworkUrl: new Map([[page, company('by page')]]),
  byHost: new Map([
    ['acme.com', company('by host')],
    ['shop.acme.com', company('by deeper host')],
    ['zendesk.com', company('by the host of a platform')],
    ['tenant.zendesk.com', company('by the host of a tenant')],
  ]),
  byNameKey: new Map([
    ['acme', company('by name', 'Acme Ltd')],
    ['merck', company('merck', 'Merck KGaA')],
    ['older', company('by former name', 'Newer', 'Older Inc.')],
  ]),
};

describe('an employer', () => {
  it.each<[Partial<Employer>, string | undefined]>([
    [{ networkId: '1', networkUrl: page, website: 'acme.com', name: 'Acme' }, 'by id'],
    [{ networkId: '2', networkUrl: page, website: 'acme.com', name: 'Acme' }, 'by page'],
    [{ website: 'acme.com', name: 'Merck KGaA' }, 'by host'],
    [{ website: 'jobs.acme.com' }, 'by host'],
    [{ website: 'a.shop.acme.com' }, 'by deeper host'],
    [{ website: 'zendesk.com' }, 'by the host of a platform'],
    [{ website: 'eu.tenant.zendesk.com' }, 'by the host of a tenant'],
    [{ website: 'acme.zendesk.com' }, undefined],
    [{ website: 'other.com', name: 'ACME' }, 'by name'],
    [{ name: 'Older' }, 'by former name'],
    [{ name: 'Merck & Co., Inc.' }, undefined],
    [{ name: '???' }, undefined],
    [{}, undefined],
  ])('with the identifiers %j matches this stored company: %s', (members, id) => {
    expect(matchEmployer({ ...noEmployer, ...members }, known)?.id).toBe(id);
  });
});

describe('the keys of employers', () => {
  it('are those of all their identifiers and names, each key once', () => {
    const employers = [
      { ...noEmployer, name: 'Acme GmbH', website: 'jobs.acme.com' },
      { ...noEmployer, name: 'ACME', networkId: '1', networkUrl: page },
      noEmployer,
    ];
    expect(employerKeys(employers)).toEqual({
      networkIds: ['1'],
      networkUrls: [page],
      hosts: ['jobs.acme.com', 'acme.com'],
      nameKeys: ['acme'],
    });
  });
});
