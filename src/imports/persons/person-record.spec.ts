import { describe, expect, it } from '@jest/globals';
import { noEmployer } from '../../matching/persons/employers.js';
import { type PersonRow, readPerson } from './person-record.js';
import { reasonOf } from '../reading/record-fields.js';
import type { RecordFormat } from '../reading/record-source.js';

const network_url = 'network.com/in/jane';

function read(members: object, format: RecordFormat = 'ndjson'): PersonRow {
  const { row, faults } = readPerson({ network_url, ...members }, format, null);
  if (row === null || faults.count > 0) throw new Error(reasonOf(faults));
  return row;
}

/** The row that is read from a record, and the names of the faulty members. */
function faultyRead(members: object): { row: PersonRow | null; faults: string[] } {
  const { row, faults } = readPerson({ network_url, ...members }, 'ndjson', null);
  return { row, faults: faults.first.map(({ member }) => member) };
}

describe('a person record', () => {
  it('gives the canonical profile page, which may be in network_url or contact_network_url', () => {
    expect(read({}).networkUrl).toBe('https://www.network.com/in/jane');
    expect(read({ network_url: null, contact_network_url: 'http://NETWORK.com/in/Jane/?x' }).networkUrl).toBe(
      'https://www.network.com/in/jane',
    );
  });

  it('gives null for members that are absent or blank', () => {
    const { networkUrl: _, employer, groups, ...others } = read({ skills: null, first_name: ' ' });
    expect(employer).toEqual(noEmployer);
    expect(groups).toEqual(['profile']);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it('gives the groups of the fields that have values, and the source that it names', () => {
    const { groups, source } = read({
      job_title: 'CEO',
      phones: ['+51 1 555 0100'],
      contact_country: 'Peru',
      source: 'Register',
    });
    expect([groups, source]).toEqual([['profile', 'employment', 'contact', 'location'], 'Register']);
  });

  it('may leave out the prefix contact_ of the names in the catalogue', () => {
    const catalogue = { contact_network_id: 'a', contact_country: 'b', contact_region: 'c' };
    const short = { network_id: 'a', country: 'b', region: 'c' };
    expect(read(catalogue)).toEqual(read(short));
  });

  it('gives normalised e-mail addresses, and only the last of several equal ones', () => {
    const emails = [{ address: 'Jane@Acme.com' }, { address: 'jane@acme.com ', type: 'personal' }];
    expect(read({ emails }).emails).toEqual([{ address: 'jane@acme.com', type: 'personal' }]);
    expect(read({ emails: [] }).emails).toEqual([]);
  });

  it('may have a month or a day as the start and the end of a position', () => {
    const experience = [{ title: 'CEO', start_date: '2021-03', end_date: '2022-04-05' }];
    expect(read({ experience }).experience).toMatchObject([{ startDate: '2021-03-01', endDate: '2022-04-05' }]);
  });

  it('gives the network id in the profile URL of the employer, unless the record has another network id for the employer', () => {
    const company_network_url = 'network.com/company/042';
    expect(read({ company_network_url }).employer.networkId).toBe('42');
    expect(read({ company_network_url, company_network_id: '7' }).employer.networkId).toBe('7');
  });

  it.each([
    [{ network_url: null }, 'network_url: is required'],
    [{ network_url: 'network.com/school/x' }, 'network_url: is not the profile of a person'],
    [{ company_network_url: 'network.com/in/x' }, 'company_network_url: is the profile of a person'],
    [{ company_website: 'localhost' }, 'company_website: is not a website under a registered domain'],
    [{ company_website: 'facebook.com/acme' }, 'company_website: is a page on a shared site'],
    [{ education: [{ start_year: 2000 }] }, 'education[0].school: is required'],
    [{ education: [{ school: 'X', end_year: 'soon' }] }, 'education[0].end_year: must be a whole number'],
    [{ experience: [{ company_network_id: '1' }, 7] }, 'experience[1]: must be an object'],
    [{ phones: '1' }, 'phones: must be a list'],
  ])('has a fault with %j', (members, reason) => {
    expect(() => read(members)).toThrow(reason);
  });

  it('gives the same lists from the CSV notation as from JSON', () => {
    const cells = {
      emails: 'jane@acme.com|Personal:jane@gmail.com',
      education: 'School @ Sea|TU@2005-2010|ETH@-2012',
      experience: 'CEO;Acme;acme.com;network.com/company/acme;2021-03;|Clerk;Beta;;;2001-01;2002-02-03',
    };
    const members = {
      emails: [{ address: 'jane@acme.com' }, { address: 'jane@gmail.com', type: 'personal' }],
      education: [
        { school: 'School @ Sea' },
        { school: 'TU', start_year: 2005, end_year: 2010 },
        { school: 'ETH', end_year: 2012 },
      ],
      experience: [
        {
          title: 'CEO',
          company_name: 'Acme',
          company_website: 'acme.com',
          company_network_url: 'network.com/company/acme',
          start_date: '2021-03',
        },
        { title: 'Clerk', company_name: 'Beta', start_date: '2001-01', end_date: '2002-02-03' },
      ],
    };
    expect(read(cells, 'csv')).toEqual(read(members));
  });
});

describe('a person record with faults', () => {
  it('keeps its valid addresses, schools and positions', () => {
    const emails = [{ address: 'jane@acme.com' }, { address: 'not-an-email' }, { address: 'j@acme.de', type: 'fax' }];
    const education = [{ school: 'TU', start_year: 'soon' }, { start_year: 2000 }];
    const experience = [{ title: 'CTO', company_website: 'localhost' }, 7];
    expect(faultyRead({ emails, education, experience })).toMatchObject({
      row: {
        emails: [{ address: 'jane@acme.com', type: 'work' }],
        education: [{ school: 'TU', startYear: null }],
        experience: [{ title: 'CTO', employer: noEmployer }],
      },
      faults: [
        'emails[1].address',
        'emails[2].type',
        'education[0].start_year',
        'education[1].school',
        'experience[0].company_website',
        'experience[1]',
      ],
    });
  });

  it('leaves out a position with an invalid end date, which would otherwise count as a current one', () => {
    const experience = [
      { title: 'Clerk', end_date: 'spring' },
      { title: 'CTO', start_date: '2020' },
    ];
    expect(faultyRead({ experience })).toMatchObject({
      row: { experience: [{ title: 'CTO', startDate: '2020-01-01', endDate: null }] },
      faults: ['experience[0].end_date'],
    });
  });

  it('gives no row if its profile page is invalid and nothing else identifies the person, and reports all its faults', () => {
    expect(faultyRead({ network_url: 'network.com/school/x', phones: 1, company_network_id: 'x' })).toEqual({
      row: null,
      faults: ['network_url', 'company_network_id', 'phones'],
    });
  });
});

it.each(['Jane Doe <Jane@acme.com>', 'mailto:jane@acme.com', '"Doe, Jane" <jane@acme.com>'])(
  'an e-mail address may be written as %s',
  (written) => {
    expect(read({ emails: [{ address: written }] }).emails).toEqual([{ address: 'jane@acme.com', type: 'work' }]);
    expect(read({ emails: written }, 'csv').emails).toEqual([{ address: 'jane@acme.com', type: 'work' }]);
  },
);
