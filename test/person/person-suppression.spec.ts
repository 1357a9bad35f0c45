import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { call } from '../support/http/http.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';

let service: PersonService;

const employer = 'acme.test';
const erased = { network_url: 'network.com/in/erik-erased', work_email: `erik@${employer}` };
/** Another person who has the name and the employer of the erased person. */
const namesake = { network_url: 'network.com/in/namesake', full_name: 'Erik Erased' };
const other = { network_url: 'network.com/in/other', full_name: 'Olga Other' };

beforeAll(async () => {
  const employed = (person: object, ...emails: string[]): object => ({
    ...{ ...person, company_website: employer },
    emails: emails.map((address) => ({ address })),
  });
  service = await startPersonService({
    companies: [{ website: employer, name: 'Acme' }],
    persons: [
      employed({ ...namesake, network_url: erased.network_url }, erased.work_email),
      employed(namesake),
      employed(other),
    ],
  });
  await service.app.get(ErasureService, { strict: false }).erase({ networkUrl: erased.network_url });
});

afterAll(() => service.close());

async function namesOf(persons: readonly object[]): Promise<unknown[]> {
  const body = { persons, fields: ['full_name'] };
  const answer = await call(`${service.baseUrl}/v1/person/enrich`, { apiKey: service.ours.apiKey, body });
  return (answer.body as { results: { data: { full_name: unknown } }[] }).results.map(({ data }) => data.full_name);
}

const named = { full_name: namesake.full_name, company_domain: employer };

describe('POST /v1/person/enrich protects persons on the suppression list', () => {
  it.each<[what: string, identifier: object]>([
    ['the page', { network_url: erased.network_url }],
    ['the page in another spelling', { network_url: 'https://de.network.com/pub/Erik-Erased/' }],
    ['the page with name and employer', { network_url: erased.network_url, ...named }],
    ['the address', { work_email: erased.work_email }],
    ['the address with name and employer', { work_email: erased.work_email, ...named }],
    ['the address with the page of another person', { work_email: erased.work_email, network_url: other.network_url }],
    ['the page and the address', erased],
  ])('does not match an erased person by %s, alone or among other identifiers', async (_what, identifier) => {
    expect(await namesOf([identifier])).toEqual([null]);
    expect(await namesOf([other, identifier, namesake])).toEqual(['Olga Other', null, 'Erik Erased']);
  });

  it('matches other persons with the name and the employer of an erased person', async () => {
    const found = [
      namesake,
      named,
      { ...named, network_url: 'network.com/in/unknown' },
      { ...named, work_email: `unknown@${employer}`, network_url: namesake.network_url },
    ];
    expect(await namesOf(found)).toEqual(found.map(() => 'Erik Erased'));
  });
});
