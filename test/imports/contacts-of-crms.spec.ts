import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personResultsOf } from '../support/records/person-api.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { CommandLine } from '../support/service/command-line.js';

let service: PersonService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

beforeAll(async () => {
  service = await startPersonService({});
});

afterAll(() => service.close());

/** An export of contacts with two persons, and what a request must return for the first of them. */
interface Export {
  readonly csv: readonly string[];
  /** The values of `--map` for columns whose names the import does not understand. */
  readonly maps?: readonly string[];
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly data: Readonly<Record<string, string>>;
}

const exports: readonly (readonly [program: string, file: Export])[] = [
  [
    'HubSpot contacts',
    {
      csv: [
        'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Associated Company,Job Title,City',
        '101,Hanna,Hub,hanna@hub.test,+49 30 1,Owner One,New,Hubbers GmbH,Sales Manager,Berlin',
        '102,Hugo,Hof,hugo@hub.test,+49 30 2,Owner One,New,Hubbers GmbH,Engineer,Berlin',
      ],
      email: 'hanna@hub.test',
      name: 'Hanna Hub',
      company: 'Hubbers',
      data: { job_title: 'Sales Manager', phone: '+49 30 1', location_locality: 'Berlin' },
    },
  ],
  [
    'Salesforce contacts',
    {
      csv: [
        'Salutation,First Name,Last Name,Title,Account Name,Mailing City,Mailing State/Province,Mailing Country,Phone,Email',
        'Ms.,Sally,Force,VP Finance,Forceful Ltd,Leeds,Yorkshire,United Kingdom,+44 1,sally@force.test',
        'Mr.,Sid,Stern,Clerk,Forceful Ltd,Leeds,Yorkshire,United Kingdom,,sid@force.test',
      ],
      email: 'sally@force.test',
      name: 'Sally Force',
      company: 'Forceful',
      data: { job_title: 'VP Finance', phone: '+44 1', contact_country: 'United Kingdom', contact_region: 'Yorkshire' },
    },
  ],
  [
    'Salesforce leads',
    {
      csv: [
        'First Name,Last Name,Title,Company,Email,Mobile,Website,Lead Source,Lead Status',
        'Lena,Lead,Head of Data,Leadworks,lena@lead.test,+43 1,https://www.lead.test,Web,Open',
        'Leo,Last,Clerk,Leadworks,leo@lead.test,,https://www.lead.test,Web,Open',
      ],
      email: 'lena@lead.test',
      name: 'Lena Lead',
      company: 'Leadworks',
      data: { job_title: 'Head of Data', phone: '+43 1', company_website: 'lead.test' },
    },
  ],
  [
    'Pipedrive people',
    {
      csv: [
        'Name,Organization,Email,Phone,Owner',
        'Piet Pipe,Pipelines BV,piet@pipe.test,+31 1,Owner',
        'Pia Post,Pipelines BV,pia@pipe.test,+31 2,Owner',
      ],
      email: 'piet@pipe.test',
      name: 'Piet Pipe',
      company: 'Pipelines',
      data: { phone: '+31 1' },
    },
  ],
  [
    'Google Contacts',
    {
      csv: [
        'First Name,Last Name,Organization Name,Organization Title,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value',
        'Gina,Goog,Searchers Inc,Researcher,* myContacts,Work,gina@search.test,+1 650 1',
        'Gus,Grant,Searchers Inc,Clerk,* myContacts,Work,gus@search.test,',
      ],
      maps: ['E-mail 1 - Value=emails', 'Phone 1 - Value=phones', 'Organization Title=job_title'],
      email: 'gina@search.test',
      name: 'Gina Goog',
      company: 'Searchers',
      data: { job_title: 'Researcher', phone: '+1 650 1' },
    },
  ],
];

async function importing(csv: readonly string[], maps: readonly string[] = []): Promise<unknown> {
  const words = ['import', 'persons', '-', '--format', 'csv', ...maps.flatMap((map) => ['--map', map])];
  const { stdout } = await admin.run(words, { stdin: csv.join('\r\n') });
  return JSON.parse(stdout);
}

describe('An export of contacts without profile pages', () => {
  it.each(exports)(
    'of %s is imported, and a contact is found by e-mail address, and by name and employer',
    async (_program, file) => {
      expect(await importing(file.csv, file.maps)).toMatchObject({ read: 2, inserted: 2, rejected: 0 });
      expect(await importing(file.csv, file.maps)).toMatchObject({ read: 2, inserted: 0, updated: 0, rejected: 0 });
      const fields = Object.keys(file.data).filter((name) => name !== 'phone');
      const persons = [{ work_email: file.email }, { full_name: file.name, company_name: file.company }];
      const results = await personResultsOf(service.ours, {
        persons,
        fields: ['full_name', 'contact_network_url', ...fields],
        include_contact_data: true,
      });
      const data = { full_name: file.name, contact_network_url: null, ...file.data, email: file.email };
      expect(results).toEqual(
        persons.map((identifier) => ({
          identifier: { ...identifier, resolved_network_url: null },
          data: expect.objectContaining(data),
          matched: true,
        })),
      );
    },
  );

  it('updates persons whom another file has stored with profile pages, and rejects unknown persons without an e-mail address', async () => {
    const pages = [
      'LinkedIn URL,First Name,Last Name,Company,Email',
      'network.com/in/nora-neu,Nora,Neu,Neuland AG,nora@neu.test',
    ];
    expect(await importing(pages)).toMatchObject({ inserted: 1 });
    const contacts = [
      'First Name,Last Name,Email,Associated Company,Job Title,Phone Number',
      'Nora,Neu,nora@neu.test,Neuland AG,Director,',
      'Nora,Neu,,Neuland AG,,+49 1',
      'Unknown,Stranger,,Neuland AG,Clerk,',
    ];
    expect(await importing(contacts)).toMatchObject({ read: 3, inserted: 0, updated: 2, joined: 0, rejected: 1 });
    const [nora] = await personResultsOf(service.ours, {
      persons: [{ work_email: 'nora@neu.test' }],
      fields: ['job_title'],
      include_contact_data: true,
    });
    expect(nora).toMatchObject({
      identifier: { resolved_network_url: 'https://www.network.com/in/nora-neu' },
      data: { job_title: 'Director', phone: '+49 1' },
    });
  });
});
