import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErasureSql } from '../../src/privacy/erasure.sql.js';
import { type Erasure, type ErasureRequest, ErasureService } from '../../src/privacy/erasure.service.js';
import { readConfig } from '../../src/platform/config/config.js';
import { storePersonTraces } from '../support/records/person-traces.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

let imports: PersonImport;
let erasures: ErasureService;

function setUp(): void {
  beforeAll(async () => {
    imports = await openPersonImport();
    const config = readConfig({ DATABASE_URL: imports.url });
    erasures = new ErasureService(new ErasureSql(imports.database), imports.suppression, config);
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());
}

function erase(request: ErasureRequest): Promise<Erasure> {
  return erasures.erase(request);
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await imports.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? -1;
}

const jane = {
  network_url: 'network.com/in/jane-doe',
  full_name: 'Jane Doe',
  company_website: 'acme.com',
  emails: [{ address: 'jane.doe@acme.com' }, { address: 'jane@gmail.com', type: 'personal' }],
  phones: ['+49 89 1'],
  skills: ['Go'],
  education: [{ school: 'TU Munich' }],
  experience: [{ title: 'CEO', company_website: 'acme.com' }],
};
const john = {
  ...jane,
  network_url: 'network.com/in/jane-doe-2',
  full_name: 'John Dow',
  emails: [{ address: 'john@acme.com' }],
};
const signal = { date: '2026-01-15', signal_type: 'Article', account_website: 'acme.com' };
const nothing = { persons: 0, emails: 0, signals: 0, prospects: 0, storedAnswers: 0 };

async function fill(): Promise<void> {
  await imports.loadCompanies([{ website: 'acme.com', name: 'Acme' }]);
  await imports.load([jane, john]);
  for (const tenant of ['first', 'second']) {
    const holders = [jane, john].map(({ network_url }) => ({ ...signal, intent_holder_network_url: network_url }));
    await imports.loadSignals(tenant, [...holders, signal]);
    await storePersonTraces(imports.database, tenant);
  }
  await imports.database.pool.query('delete from query_count_due');
}

describe('Erasing a person', () => {
  setUp();

  it.each([{ networkUrl: 'https://de.network.com/in/Jane-Doe/?x=1' }, { email: ' Jane.Doe@ACME.com ' }])(
    'removes this person, and no other, from all data of all tenants: %j',
    async (request) => {
      await fill();
      expect(await erase(request)).toEqual({
        erased: { persons: 1, emails: 2, signals: 2, prospects: 4, storedAnswers: 8 },
        suppressed: { networkUrls: 1, emails: 2 },
      });
      expect((await imports.persons()).map(({ full_name }) => full_name)).toEqual(['John Dow']);
      const left = ['person_email', 'person_phone', 'person_skill', 'person_education', 'person_experience'];
      expect(await Promise.all(left.map(rowsOf))).toEqual([1, 1, 1, 1, 1]);
      expect(await Promise.all(['signal', 'prospect', 'stored_answer'].map(rowsOf))).toEqual([4, 2, 8]);
      expect((await imports.blocks()).some((block) => block.endsWith('jane'))).toBe(false);
      expect(await imports.due()).toEqual(['Acme']);
    },
  );

  it('can be previewed: the preview names the person, gives the numbers of the erasure and changes nothing', async () => {
    await fill();
    const before = await Promise.all(['person', 'person_email', 'signal', 'prospect', 'stored_answer'].map(rowsOf));
    const { persons, ...numbers } = await erasures.preview({ email: 'jane@gmail.com' });
    expect(persons).toMatchObject([{ name: 'Jane Doe', network_url: 'https://www.network.com/in/jane-doe' }]);
    expect(await Promise.all(['person', 'person_email', 'signal', 'prospect', 'stored_answer'].map(rowsOf))).toEqual(
      before,
    );
    expect(await rowsOf('suppression')).toBe(0);
    expect(await erase({ email: 'jane@gmail.com' })).toEqual(numbers);
  });

  it('removes the person as the connecting employee of the prospects whom the person could introduce', async () => {
    await fill();
    await erase({ email: 'jane@gmail.com' });
    const { rows } = await imports.database.pool.query<{ document: object }>('select document from prospect');
    expect(rows.map(({ document }) => document)).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ connecting_employee_network_url: null })),
    );
  });

  it('changes nothing when it is repeated', async () => {
    await fill();
    await erase({ networkUrl: jane.network_url });
    const before = await rowsOf('suppression');
    expect(await erase({ networkUrl: jane.network_url })).toEqual({
      erased: nothing,
      suppressed: { networkUrls: 1, emails: 0 },
    });
    expect(await rowsOf('suppression')).toBe(before);
  });

  it('removes an address of the person from other persons who have the same address, too', async () => {
    await imports.load([jane, john]);
    // Imports of earlier versions gave an address to several persons.
    await imports.database.pool.query(
      `insert into person_email (address, person_id, type)
       select 'jane@gmail.com', id, 'personal' from person where network_url like '%/jane-doe-2'`,
    );
    expect(await erase({ networkUrl: jane.network_url })).toMatchObject({ erased: { persons: 1, emails: 3 } });
    expect((await imports.persons()).map(({ emails }) => emails)).toEqual([{ 'john@acme.com': 'work' }]);
  });
});

describe('Erasing a person with an unusable identifier', () => {
  setUp();

  const oneOfBoth = 'Give either --network-url or --email';
  const noPage = 'The given text is not the profile URL of a person';

  it.each([
    [{}, oneOfBoth],
    [{ networkUrl: jane.network_url, email: 'jane@gmail.com' }, oneOfBoth],
    [{ networkUrl: 'network.com/company/acme' }, noPage],
    [{ networkUrl: 'jane' }, noPage],
    [{ email: 'jane' }, 'The given text is not an e-mail address'],
  ])('fails without repeating the identifier: %j', async (request, message) => {
    await expect(erase(request)).rejects.toThrow(new Error(message));
  });
});

describe('An erased person', () => {
  setUp();

  it('is not imported again, by the profile page or any address, and the rejects say only that the record is suppressed', async () => {
    await imports.load([jane]);
    await erase({ networkUrl: jane.network_url });
    const records = [
      { ...jane, network_url: 'https://fr.network.com/pub/JANE-DOE' },
      { network_url: 'network.com/in/other-page', emails: [{ address: 'Jane@Gmail.com' }, { address: 'Jane Doe' }] },
      john,
    ];
    expect(await imports.load(records)).toMatchObject({ read: 3, inserted: 1, rejected: 2 });
    expect(await imports.rejects()).toEqual([
      { line: 1, reason: 'suppressed' },
      { line: 2, reason: 'suppressed' },
    ]);
    expect(await rowsOf('person')).toBe(1);
  });

  it('gets no new signals from any tenant', async () => {
    await erase({ networkUrl: jane.network_url });
    const record = { ...signal, intent_holder_network_url: 'network.com/in/Jane-Doe' };
    for (const tenant of ['first', 'second']) {
      expect(await imports.loadSignals(tenant, [record, signal])).toMatchObject({ inserted: 1, rejected: 1 });
      expect(await imports.rejects()).toEqual([{ line: 1, reason: 'suppressed' }]);
    }
  });

  it('is put on the suppression list even if the person was not stored before', async () => {
    expect(await erase({ email: 'jane@gmail.com' })).toEqual({
      erased: nothing,
      suppressed: { networkUrls: 0, emails: 1 },
    });
    expect(await imports.load([jane])).toMatchObject({ inserted: 0, rejected: 1 });
  });

  it('is on the suppression list only by digests of the identifiers, not by the identifiers themselves', async () => {
    await imports.load([jane]);
    await erase({ networkUrl: jane.network_url });
    const { rows } = await imports.database.pool.query<{ digest: Buffer }>('select digest from suppression');
    expect(rows.map(({ digest }) => digest.length)).toEqual([32, 32, 32]);
    const known = { networkUrls: ['https://www.network.com/in/jane-doe', 'x'], emails: ['jane@gmail.com', 'y'] };
    expect(await imports.suppression.suppressedAmong(known)).toEqual({
      networkUrls: new Set(['https://www.network.com/in/jane-doe']),
      emails: new Set(['jane@gmail.com']),
    });
  });

  it('is not stored by an import that was running during the erasure', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...john,
      network_url: `network.com/in/p-${index}`,
      emails: [],
    }));
    await Promise.all([imports.load([...many, jane]), erase({ networkUrl: jane.network_url })]);
    await imports.load([jane]);
    const pages = (await imports.persons()).map(({ network_url }) => network_url);
    expect(pages).not.toContain('https://www.network.com/in/jane-doe');
  });
});
