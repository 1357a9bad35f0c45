import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, resultsOf } from '../support/records/company-api.js';
import { personResultsOf } from '../support/records/person-api.js';
import { call } from '../support/http/http.js';
import { CommandLine } from '../support/service/command-line.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/**
 * The folder with one file for each layout of exports. The headers are those that the programs write, and the records are invented. Each
 * file also has what makes the exports of its program hard to read, such as a preamble, a footer, empty list items or line breaks in cells.
 */
const exports = join(import.meta.dirname, 'exports');
let service: TestService;
let client: Client;
let folder: string;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
  service = await startTestService();
  client = await service.clientOf('ours');
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** A record that must be found: the identifier, and the values of the fields that are asked for. */
type Found = readonly [identifier: object, data: object];

interface Export {
  readonly file: string;
  readonly found: readonly Found[];
  /** The number of rows from which no person or company can be read; 0 by default. */
  readonly rejected?: number;
  /** What the command `company show` or `person show` must print; it tests values that are no fields of answers. */
  readonly shown?: readonly [identifier: string, record: object];
}

const page = (slug: string): string => `https://www.network.com/company/${slug}`;

const companies: readonly Export[] = [
  {
    file: 'apollo-accounts-2026-06.csv',
    found: [
      [
        { website: 'valve-union.example' },
        {
          name: 'Valve Union',
          network_url: page('valve-union'),
          employee_count: 430,
          industry: 'machinery',
          founded_year: 1921,
          account_description: 'Valves.\nAnd pumps.',
          account_keywords: ['valves', 'pumps'],
          account_phones: ['+43 1 1000'],
          annual_revenue_range: '12000000',
          funding_last_type: 'Other (Venture Round)',
          funding_last_date: '2024-03-01',
          location_name: 'Ring 1, Linz, Upper Austria, Austria, 4020',
          location_street_address: 'Ring 1',
          location_locality: 'Linz',
          location_region: 'Upper Austria',
          location_postal_code: '4020',
          location_country: 'Austria',
          social_page_url: 'https://facebook.com/valve-union',
          social_post_url: 'https://twitter.com/valve-union',
        },
      ],
    ],
    shown: ['valve-union.example', { technologies: [{ name: 'Kafka' }, { name: 'Outlook' }] }],
  },
  {
    file: 'hubspot-companies.csv',
    found: [
      [
        { website: 'hub-pumps.example' },
        {
          name: 'Hub Pumps',
          network_url: page('hub-pumps'),
          industry: 'MACHINERY',
          employee_count: 120,
          size: '51-200',
          account_type: 'Public',
          annual_revenue_range: '12000000',
          founded_year: 1921,
          account_description: 'Pumps',
          account_keywords: ['pumps', 'valves'],
          account_phones: ['+49 89 1'],
          location_street_address: 'Main Street 1',
          location_locality: 'Munich',
          location_region: 'Bavaria',
          location_postal_code: '80331',
          location_country: 'Germany',
          social_page_url: 'https://facebook.com/hub-pumps',
          social_post_url: null,
        },
      ],
      [{ website: 'hub-pumps-de.example' }, { name: 'Hub Pumps' }],
      [{ website: 'hub-pumps-at.example' }, { name: 'Hub Pumps' }],
    ],
    shown: ['hub-pumps.example', { technologies: [{ name: 'google_tag_manager' }, { name: 'kafka' }] }],
  },
  {
    file: 'salesforce-accounts-api-names.csv',
    found: [
      [
        { website: 'force-pumps.example' },
        {
          name: 'Force Pumps',
          account_type: 'Private',
          industry: 'Machinery',
          employee_count: 120,
          annual_revenue_range: '12000000',
          ticker: 'FRC',
          founded_year: 1921,
          account_description: 'Pumps',
          account_phones: ['+44 1'],
          location_street_address: 'Main Street 1\nBuilding B',
          location_locality: 'Leeds',
          location_region: 'Yorkshire',
          location_postal_code: 'LS1',
          location_country: 'United Kingdom',
        },
      ],
    ],
  },
  {
    file: 'pipedrive-organisations.csv',
    found: [
      [
        { website: 'pipe-pumps.example' },
        {
          name: 'Pipe Pumps',
          location_name: 'Kade 1, 1011 Amsterdam, Netherlands',
          location_locality: 'Amsterdam',
          location_region: 'Noord-Holland',
          location_country: 'Netherlands',
          location_postal_code: '1011',
        },
      ],
    ],
  },
  {
    file: 'people-data-labs-companies.csv',
    found: [
      [
        { website: 'free-pumps.example' },
        {
          name: 'free pumps gmbh',
          network_url: page('free-pumps'),
          network_id: null,
          industry: 'machinery',
          founded_year: 1921,
          size: '51-200',
          location_locality: 'munich',
          location_region: 'bayern',
          location_country: 'germany',
        },
      ],
    ],
  },
  {
    file: 'people-data-labs-companies-2019.csv',
    found: [
      [
        { website: 'open-pumps.example' },
        {
          name: 'open pumps',
          network_url: page('open-pumps'),
          industry: 'machinery',
          founded_year: 1921,
          size: '51-200',
          employee_count: 120,
          location_name: 'munich, bayern, germany',
          location_country: 'germany',
        },
      ],
    ],
  },
  {
    file: 'coresignal-company.ndjson',
    found: [
      [
        { website: 'signal-pumps.example' },
        {
          name: 'Signal Pumps',
          network_url: page('signal-pumps'),
          network_id: null,
          industry: 'Machinery',
          account_type: 'Privately Held',
          founded_year: 1921,
          size: '51-200',
          employee_count: 120,
          follower_count: 900,
          account_description: 'Pumps',
          specialities: ['pumps', 'valves'],
          location_name: 'Munich',
          location_locality: 'Munich',
          location_region: 'Bavaria',
          location_country: 'Germany',
          funding_last_type: 'Series A',
          funding_profile_url: 'https://www.crunchbase.com/organization/signal-pumps',
          social_page_url: 'https://facebook.com/signal-pumps',
          social_post_url: 'https://twitter.com/signal-pumps',
          account_last_updated: '2026-01-15T00:00:00.000Z',
        },
      ],
    ],
    shown: ['signal-pumps.example', { technologies: [{ name: 'Kafka' }] }],
  },
  {
    file: 'crustdata-batch.ndjson',
    found: [[{ website: 'crust-pumps.example' }, { name: 'Crust Pumps', employee_count: 120 }]],
  },
  {
    file: 'clearbit-company.ndjson',
    found: [
      [
        { website: 'clear-pumps.example' },
        {
          name: 'Clear Pumps',
          network_url: page('clear-pumps'),
          industry: 'Machinery',
          account_type: 'private',
          account_keywords: ['B2B'],
          account_description: 'Pumps',
          account_phones: ['+49 89 1'],
          account_emails: ['info@clear-pumps.example'],
          founded_year: 1921,
          employee_count: 120,
          size: '51-250',
          annual_revenue_range: '$10M-$50M',
          location_name: 'Main Street 1, 80331 Munich, Germany',
          location_locality: 'Munich',
          location_region: 'Bavaria',
          location_country: 'Germany',
          location_postal_code: '80331',
        },
      ],
      [{ website: 'clear-pumps-de.example' }, { name: 'Clear Pumps' }],
    ],
    shown: ['clear-pumps.example', { aliases: ['Clear Pumps GmbH'], technologies: [{ name: 'kafka' }] }],
  },
  {
    file: 'wikidata-query.csv',
    found: [
      [
        { website: 'wiki-pumps.example' },
        {
          name: 'Wiki Pumps',
          network_url: page('wiki-pumps'),
          founded_year: 1921,
          employee_count: 120,
          industry: 'machinery',
          location_country: 'Germany',
        },
      ],
    ],
    shown: ['wiki-pumps.example', { aliases: ['Pumps of Wiki', 'Wiki Works'] }],
  },
];

const atValveUnion = {
  first_name: 'Vera',
  job_title: 'VP of Engineering',
  seniority: 'seniority_executive',
  company_website: 'valve-union.example',
  company_network_url: page('valve-union'),
  location_locality: 'Vienna',
  contact_region: 'Vienna',
  contact_country: 'Austria',
};

const persons: readonly Export[] = [
  {
    file: 'linkedin-connections.csv',
    // A row with only a date is that of a member who has closed the account.
    rejected: 1,
    found: [
      [
        { network_url: 'https://www.linkedin.com/in/ines-quist' },
        { first_name: 'Ines', last_name: 'Quist, MBA 🚀', job_title: 'Head of Procurement', email: null },
      ],
      [
        { full_name: 'Ines Quist', company_name: 'Quarry Works' },
        { contact_network_url: 'https://www.network.com/in/ines-quist', personas: ['procurement'] },
      ],
      [{ work_email: 'omar@quarry.example' }, { last_name: 'Zeď', job_title: 'CFO', email: 'omar@quarry.example' }],
    ],
  },
  {
    file: 'apollo-people-2024-05.csv',
    found: [
      [
        { network_url: 'https://www.linkedin.com/in/vera-mai' },
        { ...atValveUnion, last_name: 'Mai', email: 'vera.mai@valve-union.example', phone: '+43 1 2001' },
      ],
    ],
    shown: ['network.com/in/vera-mai', { phones: ['+43 1 2001', '+43 1 2000', '+43 1 3000'] }],
  },
  {
    file: 'apollo-people-2024-09.csv',
    found: [
      [
        { network_url: 'https://www.linkedin.com/in/vera-sept' },
        { ...atValveUnion, last_name: 'Sept', email: 'vera.sept@valve-union.example', phone: '+43 1 2000' },
      ],
    ],
  },
  {
    file: 'apollo-people-2024-12.csv',
    found: [
      [
        { network_url: 'https://www.linkedin.com/in/vera-dez' },
        { ...atValveUnion, last_name: 'Dez', email: 'vera.dez@valve-union.example', phone: '+43 1 2000' },
      ],
      [{ work_email: 'dez@valve-union.example' }, { last_name: 'Dez' }],
      [{ work_email: 'vdez@valve-union.example' }, { last_name: 'Dez' }],
    ],
  },
  {
    file: 'hubspot-contacts.csv',
    found: [
      [
        { work_email: 'hanna@hub-pumps.example' },
        {
          full_name: 'Hanna Hub',
          job_title: 'Sales Manager',
          company_website: 'hub-pumps.example',
          location_locality: 'Berlin',
          location_postal_code: '10115',
          contact_region: 'Berlin',
          contact_country: 'Germany',
          phone: '+49 30 1',
        },
      ],
      [{ full_name: 'Hanna Hub', company_name: 'Hub Pumps' }, { email: 'hanna@hub-pumps.example' }],
    ],
  },
  {
    file: 'salesforce-report-contacts.csv',
    found: [
      [
        { work_email: 'sally@force-pumps.example' },
        {
          full_name: 'Sally Report',
          job_title: null,
          location_locality: 'Leeds',
          location_postal_code: 'LS1',
          contact_region: 'Yorkshire',
          phone: '+44 1 2',
        },
      ],
      [{ full_name: 'Sally Report', company_name: 'Force Pumps' }, { email: 'sally@force-pumps.example' }],
    ],
  },
  {
    file: 'salesforce-report-leads.csv',
    found: [
      [
        { work_email: 'lena@lead-works.example' },
        {
          full_name: 'Lena Lead',
          job_title: 'Head of Data',
          company_website: 'lead-works.example',
          location_locality: 'Graz',
          location_postal_code: '8010',
          contact_region: 'Styria',
          contact_country: 'Austria',
          phone: '+43 1',
        },
      ],
      [{ full_name: 'Lena Lead', company_name: 'Lead Works' }, { email: 'lena@lead-works.example' }],
    ],
  },
  {
    file: 'pipedrive-people.csv',
    found: [
      [
        { work_email: 'piet@pipe-pumps.example' },
        { full_name: 'Piet Pipe', job_title: 'Head of Data', phone: '+31 1' },
      ],
      [{ full_name: 'Piet Pipe', company_name: 'Pipe Pumps' }, { email: 'piet@pipe-pumps.example' }],
      [{ work_email: 'piet@home.example' }, { full_name: 'Piet Pipe' }],
    ],
    shown: ['piet@pipe-pumps.example', { phones: ['+31 1', '+31 2'] }],
  },
  {
    file: 'google-contacts.csv',
    found: [
      [
        { work_email: 'gina@book-pumps.example' },
        {
          first_name: 'Gina',
          last_name: 'Neu',
          job_title: 'Research Lead',
          company_website: null,
          location_locality: 'Munich',
          location_postal_code: '80331',
          contact_region: 'Bavaria',
          contact_country: 'Germany',
          email: 'gina@book-pumps.example',
          phone: '+49 1',
        },
      ],
      [{ work_email: 'neu@book-pumps.example' }, { last_name: 'Neu' }],
      [{ full_name: 'Gina Neu', company_name: 'Book Pumps' }, { email: 'gina@book-pumps.example' }],
    ],
    shown: [
      'gina@book-pumps.example',
      {
        phones: ['+49 1', '+49 2'],
        emails: expect.arrayContaining([{ address: 'gina@home.example', type: 'personal' }]),
      },
    ],
  },
  {
    file: 'google-contacts-before-2024.csv',
    found: [
      [
        { work_email: 'gustav@book-pumps.example' },
        {
          full_name: 'Gustav Alt',
          job_title: 'Clerk',
          company_website: null,
          location_locality: 'Munich',
          location_postal_code: '80331',
          contact_region: 'Bavaria',
          contact_country: 'Germany',
          email: 'gustav@book-pumps.example',
          phone: '+49 3',
        },
      ],
      [{ full_name: 'Gustav Alt', company_name: 'Book Pumps' }, { email: 'gustav@book-pumps.example' }],
    ],
    shown: [
      'gustav@book-pumps.example',
      { emails: expect.arrayContaining([{ address: 'gustav@home.example', type: 'personal' }]) },
    ],
  },
  {
    file: 'zoominfo-contacts.csv',
    found: [
      [
        { network_url: 'https://www.linkedin.com/in/zita-zoom' },
        {
          full_name: 'Zita Zoom',
          job_title: 'Head of Procurement',
          company_website: 'zoom-pumps.example',
          company_network_url: page('zoom-pumps'),
          location_locality: 'Munich',
          location_postal_code: '80331',
          contact_region: 'Bavaria',
          contact_country: 'Germany',
          email: 'zita@zoom-pumps.example',
          phone: '(0170) 1',
        },
      ],
    ],
    shown: ['network.com/in/zita-zoom', { phones: ['(0170) 1', '(089) 123-456'] }],
  },
  {
    file: 'people-data-labs-person.ndjson',
    found: [
      [
        { work_email: 'petra@free-pumps.example' },
        {
          contact_network_url: 'https://www.network.com/in/petra-data',
          full_name: 'petra data',
          job_title: 'chief technology officer',
          company_website: 'free-pumps.example',
          location_locality: 'munich',
          contact_region: 'bavaria',
          contact_country: 'germany',
          email: 'petra@free-pumps.example',
          phone: '+49891',
        },
      ],
    ],
    shown: [
      'network.com/in/petra-data',
      {
        phones: ['+49891', '+49892'],
        skills: ['pumps', 'valves'],
        emails: expect.arrayContaining([{ address: 'petra@home.example', type: 'personal' }]),
        education: [expect.objectContaining({ school: 'university of pumps', start_year: 2010, end_year: 2014 })],
        experience: expect.arrayContaining([
          expect.objectContaining({ title: 'engineer', company_name: 'old pumps', end_date: '2021-02-01' }),
        ]),
      },
    ],
  },
];

/** Values that a request gets by options such as `include_contact_data`, so they are not among its `fields`. */
const contactFields = ['email', 'phone', 'personas', 'seniority'];

interface Summary {
  readonly rejects: string | null;
}

async function importing(kind: string, file: string, ...options: string[]): Promise<Summary> {
  const rejects = ['--rejects', join(folder, `${file}.rejects.ndjson`)];
  const { stdout } = await admin.run(['import', kind, join(exports, file), ...rejects, ...options]);
  return JSON.parse(stdout) as Summary;
}

/** Expects that the import of a file that was imported before changes nothing. */
async function expectNothingNew(kind: string, file: string): Promise<void> {
  expect(await importing(kind, file)).toMatchObject({ inserted: 0, updated: 0, joined: 0 });
}

describe('An export that is imported as its program wrote it', () => {
  it.each(companies.map((each) => [each.file, each] as const))(
    'fills the fields of companies, and changes nothing when it is imported again: %s',
    async (file, each) => {
      expect(await importing('companies', file)).toMatchObject({ rejected: 0, warnings: 0 });
      for (const [identifier, data] of each.found) {
        const [result] = await resultsOf(client, { companies: [identifier], fields: Object.keys(data) });
        expect(result?.data).toEqual(data);
      }
      if (each.shown !== undefined) {
        const [identifier, record] = each.shown;
        expect(await admin.answerOf(['company', 'show', identifier])).toMatchObject(record);
      }
      await expectNothingNew('companies', file);
    },
  );

  it.each(persons.map((each) => [each.file, each] as const))(
    'fills the fields of persons, and changes nothing when it is imported again: %s',
    async (file, each) => {
      const { rejected = 0 } = each;
      expect(await importing('persons', file)).toMatchObject({ rejected, warnings: 0 });
      for (const [identifier, data] of each.found) {
        const fields = Object.keys(data).filter((name) => !contactFields.includes(name));
        const [result] = await personResultsOf(client, {
          persons: [identifier],
          ...(fields.length > 0 && { fields }),
          include_contact_data: true,
          include_personas: true,
        });
        expect(result?.data).toMatchObject(data);
      }
      if (each.shown !== undefined) {
        const [identifier, record] = each.shown;
        expect(await admin.answerOf(['person', 'show', identifier])).toMatchObject(record);
      }
      await expectNothingNew('persons', file);
    },
  );

  it.each([
    ['bombora-surge.csv', 'surge-pumps.example', '2026-07-19', 'payroll (Composite Score 83)'],
    ['g2-visits.csv', 'visit-pumps.example', '2026-01-15', 'Best Pump Software'],
  ])('of a vendor of intent data becomes signals: %s', async (file, website, date, text) => {
    const columns = 'Company Name,Domain,Size,Industry,Category,Topic,Composite Score,Metro Area,Domain Country Origin';
    const ofBombora = ['--no-header', '--columns', columns, '--set', 'date=2026-07-19'];
    const options = file.startsWith('bombora') ? ofBombora : [];
    const type = ['--set', 'signal_type=High Intent', '--set', 'source_type=vendor'];
    const words = ['--tenant', 'ours', ...type, ...options];
    expect(await importing('signals', file, ...words)).toMatchObject({ inserted: 1, rejected: 0, warnings: 0 });
    const body = { start_time: date, end_time: date, account_websites: [website] };
    const answer = await call(`${client.baseUrl}/v1/signals/get-signals`, { apiKey: client.apiKey, body });
    const signal = { date, signal_type: 'High Intent', message_text: text, source_type: 'vendor' };
    expect(answer.body).toEqual({ signals: { [website]: [expect.objectContaining(signal)] } });
    expect(await importing('signals', file, ...words)).toMatchObject({ inserted: 0, rejected: 0 });
  });

  it.each([
    [
      'gleif-level-1.csv',
      { website: 'register-pumps.example', name: 'Register Pumps', location_country: 'Germany' },
      { aliases: ['Pumpen vom Register', 'Register Pumps GmbH'], former_names: ['Register Motors GmbH'] },
      'Pumpen vom Register',
    ],
    [
      'companies-house.csv',
      { website: 'register-valves.example', name: 'Register Valves Ltd', location_country: 'GB' },
      { aliases: ['REGISTER VALVES LIMITED'], former_names: ['OLD VALVES LIMITED', 'OLDER VALVES LIMITED'] },
      'Old Valves',
    ],
    [
      'opencorporates.csv',
      { website: 'register-taps.example', name: 'Register Taps', location_country: 'DE' },
      { aliases: ['Register Taps GmbH', 'Taps of the Register'], former_names: ['Old Taps GmbH'] },
      'Taps of the Register',
    ],
  ])(
    'adds names from a register of companies to the stored company if it is imported with --match-only: %s',
    async (file, company, names, employer) => {
      const person = { network_url: `network.com/in/${company.website}`, full_name: 'Rosa Register' };
      const employed = { ...person, company_website: company.website };
      await admin.answerOf(['import', 'companies', '-'], { stdin: JSON.stringify(company) });
      await admin.answerOf(['import', 'persons', '-'], { stdin: JSON.stringify(employed) });
      expect(await importing('companies', file)).toMatchObject({ read: 1, inserted: 0, rejected: 1 });
      const counts = { read: 1, inserted: 0, matched: 1, ambiguous: 0, unknown: 0, rejected: 0 };
      expect(await importing('companies', file, '--match-only')).toMatchObject({ ...counts, updated: 1 });
      expect(await admin.answerOf(['company', 'show', company.website])).toMatchObject({
        name: company.name,
        ...names,
      });
      const identifier = { full_name: 'Rosa Register', company_name: employer };
      const [found] = await personResultsOf(client, { persons: [identifier], fields: ['company_website'] });
      expect(found?.data).toEqual({ company_website: company.website });
      expect(await importing('companies', file, '--match-only')).toMatchObject({ ...counts, updated: 0 });
    },
  );

  it.each([
    ['persons', 'linkedin-positions.csv', 'network_url: is required, or an e-mail address in emails, or the name'],
    ['companies', 'linkedin-company-follows.csv', 'website: is required, or network_url, or network_id'],
  ])('is rejected with a reason if it has nothing that identifies %s: %s', async (kind, file, reason) => {
    const summary = await importing(kind, file);
    expect(summary).toMatchObject({ read: 1, inserted: 0, rejected: 1 });
    expect(await readFile(summary.rejects ?? '', 'utf8')).toContain(reason);
  });

  it('is tested here for every file in the folder of exports', async () => {
    const others = ['bombora-surge', 'g2-visits', 'gleif-level-1', 'companies-house', 'opencorporates'];
    const rejected = ['linkedin-positions', 'linkedin-company-follows'];
    const read = [...companies, ...persons].map(({ file }) => file);
    const covered = [...read, ...[...others, ...rejected].map((name) => `${name}.csv`)];
    expect(covered.toSorted()).toEqual((await readdir(exports)).toSorted());
  });
});
