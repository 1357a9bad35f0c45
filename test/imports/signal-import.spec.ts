import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

let imports: PersonImport;

function setUp(): void {
  beforeAll(async () => {
    imports = await openPersonImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());
}

const signals = [
  {
    date: '2026-01-15',
    signal_type: 'Article',
    message_text: 'Read\tabout "us"',
    account_website: 'https://www.Acme.com/news',
    intent_holder_network_url: 'de.network.com/in/Jane-Doe/',
    source_type: 'blog',
  },
  { date: '2026-01-16', signal_type: 'New Hire', account_website: 'acme.com' },
  { date: '2026-01-17', signal_type: 'role_change', intent_holder_network_url: 'network.com/in/jane-doe' },
];

const nothing = {
  message_text: null,
  account_website: null,
  intent_holder_network_url: null,
  source_type: null,
};

const page = 'https://www.network.com/in/jane-doe';

async function stored(tenant: string): Promise<unknown[]> {
  const { rows } = await imports.database.pool.query<object>(
    `select date, signal_type, message_text, account_website, intent_holder_network_url, source_type
     from signal where tenant_id = $1 order by id`,
    [tenant],
  );
  return rows;
}

describe('A signal import', () => {
  setUp();

  it('stores the website and the profile page in normal form', async () => {
    expect(await imports.loadSignals('first', signals)).toMatchObject({
      read: 3,
      inserted: 3,
      updated: 0,
      rejected: 0,
    });
    expect(await stored('first')).toEqual([
      { ...signals[0], account_website: 'acme.com', intent_holder_network_url: page },
      { ...nothing, ...signals[1] },
      { ...nothing, ...signals[2], intent_holder_network_url: page },
    ]);
  });

  it('stores the same from a CSV file as from NDJSON', async () => {
    await imports.loadSignals('first', signals.slice(1));
    const csv = [
      'date,signal_type,account_website,intent_holder_network_url',
      '2026-01-16,New Hire,acme.com,',
      '2026-01-17,role_change,,network.com/in/jane-doe',
    ];
    await imports.loadSignals('second', csv.join('\n'), { name: 'signals.csv' });
    expect(await stored('second')).toEqual(await stored('first'));
  });

  it('stores equal signals of two tenants once for each tenant', async () => {
    await imports.loadSignals('first', signals);
    expect(await imports.loadSignals('second', signals.slice(0, 1))).toMatchObject({ inserted: 1 });
    expect([await stored('first'), await stored('second')].map(({ length }) => length)).toEqual([3, 1]);
  });
});

describe('A signal import with invalid records', () => {
  setUp();

  it('rejects signals with neither a company nor a person, without a valid date or without a type, and leaves out other invalid values', async () => {
    const [signal] = signals;
    const records = [
      { ...signal, account_website: null, intent_holder_network_url: ' ' },
      { ...signal, date: undefined },
      { ...signal, date: '2026-02-30' },
      { ...signal, signal_type: '' },
      { ...signal, account_website: 'localhost' },
      { ...signal, intent_holder_network_url: 'network.com/company/acme' },
      signal ?? {},
    ];
    const summary = { read: 7, inserted: 3, rejected: 4, warnings: 2 };
    expect(await imports.loadSignals('first', records)).toMatchObject(summary);
    expect(await imports.rejects()).toMatchObject([
      { line: 1, reason: 'account_website: is required, or intent_holder_network_url' },
      { line: 2, reason: 'date: is required' },
      { line: 3, reason: 'date: must be a date, YYYY-MM-DD' },
      { line: 4, reason: 'signal_type: is required' },
      { line: 5, member: 'account_website', value: 'localhost' },
      { line: 6, member: 'intent_holder_network_url', warning: 'is not the profile of a person' },
    ]);
  });
});

describe('A signal import of unlisted types', () => {
  setUp();

  it('rejects signals of unlisted types unless these are allowed, and always rejects the type ALL', async () => {
    const records = ['Article', 'article', 'Fax', 'ALL'].map((signal_type) => ({ ...signals[1], signal_type }));
    expect(await imports.loadSignals('first', records)).toMatchObject({ inserted: 1, rejected: 3 });
    expect(await imports.loadSignals('first', records, { types: 'any' })).toMatchObject({ inserted: 2, rejected: 1 });
    expect(await imports.rejects()).toMatchObject([
      { line: 4, reason: 'signal_type: means every type in requests and is no type of a signal' },
    ]);
  });
});

describe('A signal import of stored signals', () => {
  setUp();

  it('stores a signal only once for a tenant, even if a file has it in two spellings or is imported again', async () => {
    const again = { ...signals[1], account_website: 'http://ACME.com' };
    expect(await imports.loadSignals('first', [...signals, again])).toMatchObject({ read: 4, inserted: 3 });
    expect(await imports.loadSignals('first', signals)).toMatchObject({
      read: 3,
      inserted: 0,
      updated: 0,
      rejected: 0,
    });
    expect(await stored('first')).toHaveLength(3);
  });
});
