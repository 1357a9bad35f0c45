import { describe, expect, it } from '@jest/globals';
import { ColumnMapping, type MemberMap, type RecordShape } from './column-mapping.js';
import { companyShape, personShape, signalShape } from './record-shapes.js';

function renamed(shape: RecordShape, record: Record<string, unknown>, map?: MemberMap): unknown {
  return { ...new ColumnMapping(shape, map).renamed(record) };
}

function ignoredOf(shape: RecordShape, ...records: Record<string, unknown>[]): string[] {
  const names = new ColumnMapping(shape);
  for (const record of records) names.renamed(record);
  return [...names.ignored];
}

describe('the column names in exports', () => {
  it.each([
    [
      'HubSpot companies',
      companyShape,
      'Record ID|Company name|Company Domain Name|Website URL|Industry|Number of Employees|Annual Revenue|Year Founded|' +
        'City|State/Region|Postal Code|Country/Region|Phone Number|LinkedIn Company Page|Web Technologies|Company owner',
      ['Record ID', 'Company owner'],
    ],
    [
      'Salesforce accounts',
      companyShape,
      'Account Name|Website|Phone|Industry|Employees|Annual Revenue|Ownership|Ticker Symbol|Billing Street|Billing City|' +
        'Billing State/Province|Billing Zip/Postal Code|Billing Country|Account Description|Account Owner|Last Activity',
      ['Account Owner', 'Last Activity'],
    ],
    [
      'Apollo accounts',
      companyShape,
      'Company Name|Company Name for Emails|# Employees|Industry|Website|Company Linkedin Url|Facebook Url|Twitter Url|' +
        'Company Street|Company City|Company State|Company Country|Company Postal Code|Company Address|Keywords|Company Phone|' +
        'Technologies|Annual Revenue|Latest Funding|Last Raised At|Founded Year|Short Description|Apollo Account Id',
      ['Apollo Account Id'],
    ],
    [
      'HubSpot contacts',
      personShape,
      'Record ID|First Name|Last Name|Email|Phone Number|Mobile Phone Number|Job Title|Company Name|Website URL|City|' +
        'State/Region|Country/Region|Postal Code|LinkedIn URL|Lead Status',
      ['Record ID', 'Lead Status'],
    ],
    [
      'Salesforce contacts',
      personShape,
      'First Name|Last Name|Title|Account Name|Email|Phone|Mobile|Mailing City|Mailing State/Province|' +
        'Mailing Zip/Postal Code|Mailing Country|Contact Owner',
      ['Contact Owner'],
    ],
    [
      'Apollo contacts',
      personShape,
      'First Name|Last Name|Title|Company|Company Name for Emails|Email|Seniority|Work Direct Phone|Home Phone|Mobile Phone|' +
        'Other Phone|Person Linkedin Url|Website|Company Linkedin Url|City|State|Country|Secondary Email|Tertiary Email',
      ['Seniority'],
    ],
    [
      'LinkedIn connections',
      personShape,
      'First Name|Last Name|URL|Email Address|Company|Position|Connected On',
      ['Connected On'],
    ],
    ['signals', signalShape, 'Date|Signal Type|Message|Company Domain|Person Linkedin Url|Source', []],
    [
      'visitors of a website',
      signalShape,
      'LinkedIn URL|First Name|Website|Last Seen At|Landing Page|Referrer',
      ['First Name', 'Referrer'],
    ],
    ['changes of jobs', signalShape, 'Signal|New Company Website|LinkedIn|Job Change Date|New Title', ['New Title']],
  ])('of %s are known, except those that fit no field', (_, shape, header, unknown) => {
    const columns = header.split('|');
    expect(columns.filter((column) => !new ColumnMapping(shape).isKnown(column))).toEqual(unknown);
  });

  it('all stand for fields that exist', () => {
    for (const { fields, names } of [companyShape, personShape, signalShape]) {
      expect([...names.exact.values()].filter(({ field }) => !fields.has(field))).toEqual([]);
    }
  });

  it('are recognised in any letter case, and with underscores or further blanks', () => {
    expect(renamed(companyShape, { 'COMPANY  domain_name ': 'acme.com', Employee_Count: '5' })).toEqual({
      website: 'acme.com',
      employee_count: '5',
    });
  });
});

describe('several members for one field', () => {
  const record = { 'Website URL': 'c.com', 'Company Domain Name': 'b.com', website: 'a.com' };

  it("give the value of the member with the field's own name, or else of the other name that is preferred", () => {
    expect(renamed(companyShape, record)).toEqual({ website: 'a.com' });
    expect(renamed(companyShape, { ...record, website: ' ' })).toEqual({ website: 'b.com' });
    expect(renamed(companyShape, { ...record, website: null, 'Company Domain Name': '' })).toEqual({
      website: 'c.com',
    });
  });

  it('give the value of the member that --map names for the field', () => {
    expect(renamed(companyShape, { ...record, Domäne: 'd.com' }, [['domäne', 'website']])).toEqual({
      website: 'd.com',
    });
  });

  it('give all their values, one after the other, if the field is a list', () => {
    const contact = {
      'Secondary Email': 'b@x.com',
      Email: 'a@x.com, c@x.com',
      'Personal Email': 'd@x.com',
      emails: 'e@x.com|',
    };
    expect(renamed(personShape, contact)).toEqual({
      emails: ['e@x.com', null, 'a@x.com', 'c@x.com', 'b@x.com', 'personal:d@x.com'],
    });
    expect(renamed(personShape, { Phone: ["'+49 89 1"], 'Mobile Phone': "'+49 89 2; +49 89 3" })).toEqual({
      phones: ['+49 89 2', '+49 89 3', "'+49 89 1"],
    });
  });
});

describe('members with names of fields', () => {
  it('are not renamed, so that the same object is returned', () => {
    const record = { website: 'acme.com', name: 'Acme, Inc.', domains: ['a.com'], x: 1 };
    expect(new ColumnMapping(companyShape).renamed(record)).toBe(record);
  });

  it('may be mapped to a field with another name, or to no field', () => {
    const map: MemberMap = [
      ['name', 'tagline'],
      ['Phone', ''],
    ];
    const names = new ColumnMapping(companyShape, map);
    expect(names.renamed({ name: 'Acme', Phone: '1' })).toMatchObject({ tagline: 'Acme' });
    expect(names.renamed({ Phone: '1' })).not.toHaveProperty('account_phones');
    expect(names.ignored.size).toBe(0);
  });
});

describe('ignored members', () => {
  it('are each collected once, including members of list items', () => {
    const record = { network_url: 'x', industy: 'y', experience: [{ titel: 'CTO', title: 'CTO' }, 'CTO;Acme'] };
    expect(ignoredOf(personShape, record, record, { 'Record ID': 1 })).toEqual([
      'industy',
      'experience[].titel',
      'Record ID',
    ]);
  });

  it('are collected only up to 1,000 names, and each name is cut to 60 characters', () => {
    const record = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`${index}${'x'.repeat(100)}`, 1]));
    const ignored = ignoredOf(companyShape, record);
    expect([ignored.length, Math.max(...ignored.map(({ length }) => length))]).toEqual([1_000, 60]);
  });

  it('include unknown columns of a table even before its first record, but no column without a name', () => {
    const names = new ColumnMapping(companyShape);
    names.checkColumns(['website', 'industy', '']);
    expect([...names.ignored]).toEqual(['industy']);
  });
});

describe('a map of columns to fields', () => {
  it.each<[MemberMap, RegExp]>([
    [[['x', 'webseite']], /--map x=webseite: companies have no such field/],
    [[['x', 'network_url_hash']], /no such field/],
    [
      [
        ['X', 'name'],
        ['x', 'tagline'],
      ],
      /names a column twice/,
    ],
  ])('is rejected if it names an unknown field, or a column twice (%j)', (map, words) => {
    expect(() => new ColumnMapping(companyShape, map)).toThrow(words);
  });

  it('is rejected if it names a column that the file does not have', () => {
    const names = new ColumnMapping(companyShape, [['Domain Nmae', 'website']]);
    expect(() => names.checkColumns(['Domain Name'])).toThrow('the column "domain nmae" of --map does not exist');
  });
});

describe('the columns of a file', () => {
  it('are listed with their fields, and with the way in which each field was found', () => {
    const names = new ColumnMapping(companyShape, [['Notiz', 'tagline']]);
    names.checkColumns(['website', 'Company Name', 'BillingCity', 'Notiz', 'Owner']);
    expect(names.columns).toEqual([
      { column: 'website', field: 'website', understood: 'name' },
      { column: 'Company Name', field: 'name', understood: 'synonym' },
      { column: 'BillingCity', field: 'location_locality', understood: 'rule' },
      { column: 'Notiz', field: 'tagline', understood: 'mapped' },
      { column: 'Owner', field: null, understood: 'ignored' },
    ]);
  });

  it.each([
    ['Email Status', personShape],
    ['Previous Company Name', personShape],
    ['Company Employee Count', personShape],
    ['Company City', personShape],
    ['First Phone', personShape],
    ['Email Domain', companyShape],
    ['Contact Email', companyShape],
    ['Country/Region Code', companyShape],
  ])('have no field if a word of their name changes the meaning: %s', (name, shape) => {
    expect(new ColumnMapping(shape).isKnown(name)).toBe(false);
  });

  it('include the members of a nested object instead of the object', () => {
    const names = new ColumnMapping(companyShape);
    names.renamed({ website: 'a.com', geo: { city: 'Munich', lat: 48 } });
    expect(names.columns).toEqual([
      { column: 'website', field: 'website', understood: 'name' },
      { column: 'geo.city', field: 'location_locality', understood: 'rule' },
      { column: 'geo.lat', field: null, understood: 'ignored' },
    ]);
  });

  it('have no field until one of their values fits it, if the name alone does not show the meaning', () => {
    const names = new ColumnMapping(companyShape);
    expect(names.renamed({ website: 'a.com', Type: 'Prospect' })).not.toHaveProperty('account_type');
    expect(names.columns).toContainEqual({ column: 'Type', field: null, understood: 'ignored' });
    expect(names.renamed({ website: 'a.com', Type: 'Privately Held' })).toHaveProperty('account_type');
    expect(names.columns).toContainEqual({ column: 'Type', field: 'account_type', understood: 'synonym' });
  });

  it.each([
    ['Person - Phone - Mobile', personShape, 'phones'],
    ['Person - Postal address - City', personShape, 'location_locality'],
    ['Person - Postal address', personShape, null],
    ['State Or Province', companyShape, 'location_region'],
    ['Foundation date', companyShape, 'founded_year'],
    ['Employees (All Sites)', companyShape, 'employee_count'],
    ['Industry type', companyShape, 'industry'],
  ])('have the field that the words of their name mean: %s', (name, shape, field) => {
    const names = new ColumnMapping(shape);
    names.checkColumns([name]);
    expect(names.columns).toMatchObject([{ column: name, field }]);
  });
});

describe('the location of a person', () => {
  it.each([
    ['Munich, Bavaria, Germany', { location_locality: 'Munich', region: 'Bavaria', country: 'Germany' }],
    ['Munich, Germany', { location_locality: 'Munich', country: 'Germany' }],
    ['Germany', { country: 'Germany' }],
    ['Greater Munich Area', { location_locality: 'Greater Munich Area' }],
    // Neither text is divided: `DE` is Delaware here and not Germany, and Georgia may be the American state.
    ['Dover, DE', { location_locality: 'Dover, DE' }],
    ['Macon, Georgia', { location_locality: 'Macon, Georgia' }],
    ['https://maps.example/munich', {}],
  ])('is divided into city, region and country only as far as their meaning is certain: %s', (Location, fields) => {
    expect(renamed(personShape, { Location })).toEqual(fields);
  });

  it('adds nothing to a field that has a column of its own', () => {
    const record = { Location: 'Munich, Germany', City: 'Augsburg', Country: 'DE' };
    expect(renamed(personShape, record)).toEqual({ location_locality: 'Augsburg', country: 'DE' });
  });

  it('is a city in a column of cities, even if a country has the same name', () => {
    expect(renamed(personShape, { City: 'Singapore' })).toEqual({ location_locality: 'Singapore' });
  });
});

describe('other notations', () => {
  it.each([
    ['251-1K', '251-1000'],
    ['1k - 5k', '1000-5000'],
    ['10K+', '10000+'],
  ])('of a range of headcounts are understood: %s', (range, size) => {
    expect(renamed(companyShape, { 'Employee range': range })).toEqual({ size });
  });

  it('of a career are understood, such as one list of current employers and one of former employers', () => {
    const record = {
      current_employers: [{ employer_name: 'Acme', employee_title: 'CTO', start_date: '2024-03-01T00:00:00' }],
      past_employers: [{ employer_name: 'Initech', employee_title: 'Engineer' }],
    };
    expect(renamed(personShape, record)).toEqual({
      experience: [
        { company_name: 'Acme', title: 'CTO', start_date: '2024-03-01T00:00:00' },
        { company_name: 'Initech', title: 'Engineer' },
      ],
    });
  });
});
