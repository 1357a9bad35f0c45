import { describe, expect, it } from '@jest/globals';
import { charges } from '../billing/credits/credit-amounts.js';
import { personCharges, personReservation } from './person-data.js';

const persons = [{ network_url: 'a' }, { network_url: 'b' }, { network_url: 'a' }];
const nothing = { persons, fields: [] as string[], include_contact_data: false, enrich_company: false as const };

describe('personReservation', () => {
  it.each([
    ['fields', { fields: ['full_name'] }, { data_access: 3 }],
    ['queries', { fields: ['data_engineers'] }, { data_access: 3 }],
    ['contact data', { include_contact_data: true }, { data_access: 3, contact_data: 3 }],
    ['the employer', { enrich_company: true as const }, { data_access: 3 }],
    ['nothing that costs', {}, { data_access: 0 }],
    ['no fields at all', { fields: null }, { data_access: 0 }],
  ])('reserves for each listed person with %s', (_, asked, expected) => {
    expect(personReservation({ ...nothing, ...asked })).toEqual(charges(expected));
  });
});

describe('personCharges', () => {
  const of = (asked: object, ...data: Record<string, unknown>[]) =>
    personCharges(
      { ...nothing, ...asked },
      data.map((each) => ({ data: each })),
    );

  it('charges one credit for each result with data', () => {
    const asked = { fields: ['full_name', 'job_title'] };
    const charged = of(
      asked,
      { full_name: 'Ada', job_title: null },
      { full_name: null, job_title: null },
      { full_name: 'Ada', job_title: null },
    );
    expect(charged).toEqual(charges({ data_access: 2 }));
  });

  it('counts a query field with 0 as data', () => {
    expect(of({ fields: ['data_engineers'] }, { data_engineers: 0 })).toEqual(charges({ data_access: 1 }));
  });

  it('charges contact data only for an address or a number', () => {
    const charged = of(
      { include_contact_data: true },
      { email: 'ada@example.com', phone: null },
      { email: null, phone: '+49 30 1' },
      { email: null, phone: null },
    );
    expect(charged).toEqual(charges({ data_access: 2, contact_data: 2 }));
  });

  it('charges data access but no contact data for only a name', () => {
    const asked = { fields: ['full_name'], include_contact_data: true };
    expect(of(asked, { full_name: 'Ada', email: null, phone: null })).toEqual(
      charges({ data_access: 1, contact_data: 0 }),
    );
  });

  it('does not count personas and signals as data', () => {
    const data = { full_name: null, personas: ['engineering'], seniority: 'seniority_ic', signals: [{}] };
    expect(of({ fields: ['full_name'] }, data)).toEqual(charges({ data_access: 0 }));
  });

  it('counts employer data as data, once with that of the person', () => {
    const asked = { fields: ['full_name'], enrich_company: ['name', 'staff'] };
    const charged = of(
      asked,
      { full_name: null, company: { name: 'Acme', staff: null } },
      { full_name: null, company: { name: null, staff: 0 } },
      { full_name: 'Ada', company: { name: 'Acme', staff: 2 } },
    );
    expect(charged).toEqual(charges({ data_access: 3 }));
  });

  it('charges nothing for an unknown employer, or one without the requested values', () => {
    const charged = of({ enrich_company: ['name'] }, { company: null }, { company: { name: null } });
    expect(charged).toEqual(charges({ data_access: 0 }));
  });
});
