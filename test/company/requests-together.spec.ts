import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { resultsOf } from '../support/records/company-api.js';
import { personResultsOf } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

const count = 60;
const numbers = Array.from({ length: count }, (_, index) => index);
const siteOf = (index: number): string => `company-${index}.com`;
const pageOf = (index: number): string => `https://www.network.com/in/person-${index}`;
/** Whether the company and the person of a number are stored. For every third number, from 0 on, they are not. */
const isKnown = (index: number): boolean => index % 3 !== 0;

let service: PersonService;

beforeAll(async () => {
  const known = numbers.filter(isKnown);
  service = await startPersonService({
    companies: known.map((index) => ({ name: `Company ${index}`, website: siteOf(index), employee_count: index })),
    persons: known.map((index) => ({
      network_url: pageOf(index),
      full_name: `Person Number${index}`,
      job_title: `Engineer ${index}`,
      company_website: siteOf(index),
      emails: [{ address: `person.${index}@company-${index}.com`, type: 'work' }],
    })),
  });
});

afterAll(async () => {
  await service.close();
});

describe('Concurrent requests', () => {
  it('each return the companies and fields that they ask for', async () => {
    const answers = await Promise.all(
      numbers.map((index) =>
        resultsOf(service.ours, {
          companies: [{ website: siteOf(index) }],
          fields: index % 2 === 0 ? ['name'] : ['name', 'employee_count'],
        }),
      ),
    );
    const expected = numbers.map((index) => {
      const name = isKnown(index) ? `Company ${index}` : null;
      const data = index % 2 === 0 ? { name } : { name, employee_count: isKnown(index) ? index : null };
      return [{ identifier: { website: siteOf(index) }, data, matched: isKnown(index) }];
    });
    expect(answers).toEqual(expected);
  });

  it('each return the persons that they ask for, with the e-mail address and the employer of these persons', async () => {
    const answers = await Promise.all(
      numbers.map((index) =>
        personResultsOf(service.ours, {
          persons: [{ network_url: pageOf(index) }],
          fields: ['job_title'],
          include_contact_data: true,
          enrich_company: ['name'],
        }),
      ),
    );
    const found = answers.map(([result]) => [result?.matched, result?.data.email, JSON.stringify(result?.data)]);
    for (const index of numbers) {
      const [isMatched, email, data] = found[index] ?? [];
      expect(isMatched).toBe(isKnown(index));
      expect(email).toBe(isKnown(index) ? `person.${index}@company-${index}.com` : null);
      if (isKnown(index)) expect(data).toContain(`"Company ${index}"`);
    }
  });

  it('do not return a person who was erased before the requests were sent', async () => {
    const erased = 1;
    const ask = (index: number) =>
      personResultsOf(service.ours, { persons: [{ network_url: pageOf(index) }], fields: ['job_title'] });
    const before = Promise.all(numbers.map(ask));
    await service.app.get(ErasureService, { strict: false }).erase({ networkUrl: pageOf(erased) });
    const after = await Promise.all([ask(erased), ...numbers.filter((index) => index !== erased).map(ask)]);
    await before;
    const [[gone], ...others] = after;
    expect(gone?.matched).toBe(false);
    expect(others.filter(([result]) => result?.matched === true)).toHaveLength(numbers.filter(isKnown).length - 1);
  });
});
