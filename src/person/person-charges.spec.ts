import { describe, expect, it } from '@jest/globals';
import { costOf } from '../billing/credits/charge-explanation.js';
import { charges } from '../billing/credits/credit-amounts.js';
import { type NamedData, personChargeOutcomes, personReservation } from './person-data.js';

const persons = [{ network_url: 'a' }, { network_url: 'b' }, { network_url: 'a' }];
const nothing = { persons, fields: [] as string[], include_contact_data: false };
const namesNothing: NamedData = { ofPerson: false, ofCompany: false };
const namesFields: NamedData = { ofPerson: true, ofCompany: false };
const namesCompanyFields: NamedData = { ofPerson: false, ofCompany: true };

describe('An enrichment of persons', () => {
  it.each([
    ['fields', namesFields, {}, { data_access: 3 }],
    ['fields of the employer', namesCompanyFields, {}, { data_access: 3 }],
    ['contact data', namesNothing, { include_contact_data: true }, { data_access: 3, contact_data: 3 }],
    ['nothing that costs', namesNothing, {}, { data_access: 0 }],
  ])('reserves the credits of a request that lists three persons and asks for %s', (_, named, asked, expected) => {
    expect(personReservation({ ...nothing, ...asked }, 3, named)).toEqual(charges(expected));
  });
});

describe('The charge of an enrichment of persons', () => {
  const of = (named: NamedData, asked: object, ...data: Record<string, unknown>[]) =>
    costFor(named, asked, ...data).charges;
  const costFor = (named: NamedData, asked: object, ...data: Record<string, unknown>[]) =>
    costOf(
      personChargeOutcomes(
        { ...nothing, ...asked },
        named,
        data.map((each) => ({ data: each })),
        data.map(() => ({})),
      ),
    );

  it('charges one credit for each result with data', () => {
    const asked = { fields: ['full_name', 'job_title'] };
    const charged = of(
      namesFields,
      asked,
      { full_name: 'Ada', job_title: null },
      { full_name: null, job_title: null },
      { full_name: 'Ada', job_title: null },
    );
    expect(charged).toEqual(charges({ data_access: 2 }));
  });

  it('explains for each feature which results are charged, and why the others are not', () => {
    const { explanations } = costFor(
      namesFields,
      { fields: ['full_name'], include_contact_data: true },
      { full_name: 'Ada', email: null, phone: null },
      { full_name: 'Bob', email: 'bob@example.com', phone: null },
      { full_name: null, email: null, phone: null },
    );
    expect([...explanations]).toEqual([
      ['data_access', 'charged 2,no_value'],
      ['contact_data', 'no_value,charged,no_value'],
    ]);
  });

  it('charges for a query field with the value 0', () => {
    expect(of(namesFields, { fields: ['data_engineers'] }, { data_engineers: 0 })).toEqual(charges({ data_access: 1 }));
  });

  it('does not charge for a requested name that is no field, although its value is 0', () => {
    const asked = { fields: ['nonsense'], include_contact_data: true };
    const charged = of(
      namesNothing,
      asked,
      { nonsense: 0, email: null, phone: null },
      { nonsense: 0, email: 'ada@example.com', phone: null },
    );
    expect(charged).toEqual(charges({ data_access: 1, contact_data: 1 }));
    expect(of(namesNothing, { fields: ['nonsense'] }, { nonsense: 0 })).toEqual(charges({ data_access: 0 }));
  });

  it('charges contact data only for results with an e-mail address or a phone number', () => {
    const charged = of(
      namesNothing,
      { include_contact_data: true },
      { email: 'ada@example.com', phone: null },
      { email: null, phone: '+49 30 1' },
      { email: null, phone: null },
    );
    expect(charged).toEqual(charges({ data_access: 2, contact_data: 2 }));
  });

  it('charges only data access for a result with a name and without contact data', () => {
    const asked = { fields: ['full_name'], include_contact_data: true };
    expect(of(namesFields, asked, { full_name: 'Ada', email: null, phone: null })).toEqual(
      charges({ data_access: 1, contact_data: 0 }),
    );
  });

  it('does not charge for personas, seniority and signals', () => {
    const data = { full_name: null, personas: ['engineering'], seniority: 'seniority_ic', signals: [{}] };
    expect(of(namesFields, { fields: ['full_name'] }, data)).toEqual(charges({ data_access: 0 }));
  });

  it('charges one credit for a result with data of the employer, of the person or of both', () => {
    const charged = of(
      { ofPerson: true, ofCompany: true },
      { fields: ['full_name'] },
      { full_name: null, company: { name: 'Acme', staff: null } },
      { full_name: null, company: { name: null, staff: 0 } },
      { full_name: 'Ada', company: { name: 'Acme', staff: 2 } },
    );
    expect(charged).toEqual(charges({ data_access: 3 }));
  });

  it('charges nothing for an unknown employer or an employer without the requested values', () => {
    const charged = of(namesCompanyFields, {}, { company: null }, { company: { name: null } });
    expect(charged).toEqual(charges({ data_access: 0 }));
  });
});
