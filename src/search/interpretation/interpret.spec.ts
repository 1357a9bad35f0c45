import { describe, expect, it } from '@jest/globals';
import { personasOf, seniorityOf } from '../../titles/seniority.js';
import { interpret } from './interpret.js';
import { knownIn, nothingKnown } from './known-values.js';

const today = new Date('2026-11-30');
const known = knownIn({
  industries: ['Biotechnology', 'Banking', 'Insurance', 'Semiconductors', 'Cybersecurity', 'Software'],
  keywords: ['FinTech', 'SaaS', 'Logistics'],
  countries: ['Germany', 'USA', 'United States', 'France'],
  regions: ['California', 'Bavaria', 'Georgia'],
  localities: ['Berlin', 'Munich', 'Bad Aibling', 'Spring'],
  technologies: ['AWS', 'Kubernetes'],
  account_types: ['Public', 'Private'],
});

function persons(text: string) {
  return interpret(text, 'persons', known, today);
}

function companies(text: string) {
  return interpret(text, 'companies', known, today);
}

describe('the role in a sentence about persons', () => {
  it('becomes a rank and a function if it says no more', () => {
    expect(persons('marketing directors').where).toEqual({
      seniorities: ['seniority_director'],
      personas: ['marketing'],
    });
    expect(persons('Vertriebsleiter').where).toEqual({ seniorities: ['seniority_director'], personas: ['sales'] });
    expect(persons('directrice marketing').where).toMatchObject({ seniorities: ['seniority_director'] });
  });

  it('becomes a title in the singular, too, if it says more', () => {
    expect(persons('platform product managers').where).toEqual({
      titles: ['platform product manager'],
      seniorities: ['seniority_ic'],
      personas: ['product'],
    });
    expect(persons('Heads of Data Platform').where.titles).toContain('Head of Data Platform');
  });

  it('is looked for in its short and its long form', () => {
    expect(persons('CTOs').where.titles).toEqual(['CTO', 'chief technology officer']);
    expect(persons('vps of sales').where.titles).toContain('vice president of sales');
  });

  it('has several alternatives behind "or"', () => {
    expect(persons('CTOs or VPs of engineering').where).toMatchObject({
      titles: expect.arrayContaining(['CTO', 'VP of engineering']) as unknown,
      seniorities: ['seniority_executive'],
    });
    expect(persons('sales or marketing directors').where).toEqual({
      seniorities: ['seniority_director'],
      personas: ['sales', 'marketing'],
    });
  });

  it('is divided into filters if its alternatives differ in rank and function', () => {
    expect(persons('CFOs and directors of engineering').where.any).toHaveLength(2);
  });

  it.each(['account executives', 'nurses in Berlin', 'head of e-commerce', 'smart contract developers', 'CISOs'])(
    'gives the rank and the functions that the import gives to the title: %s',
    (text) => {
      const { titles = [], seniorities, personas } = persons(text).where;
      expect(titles.length).toBeGreaterThan(0);
      expect(new Set(seniorities)).toEqual(new Set(titles.map((title) => seniorityOf(title))));
      expect(new Set(personas)).toEqual(new Set(titles.flatMap((title) => personasOf(title))));
    },
  );

  it('is excluded behind "not"', () => {
    expect(persons('product managers, not recruiters').where).toMatchObject({
      titles: ['product manager'],
      exclude_titles: ['recruiter'],
    });
  });

  it('can be a rank without a title', () => {
    expect(persons('decision makers in IT').where).toEqual({
      seniorities: ['seniority_director', 'seniority_executive'],
      personas: ['it'],
    });
  });

  it('is only a function for people of any rank', () => {
    expect(persons('people in finance').where).toEqual({ personas: ['finance'] });
  });
});

describe('the place in a sentence about persons', () => {
  it.each([
    ['engineers in Germany', { countries: ['Germany'] }],
    ['engineers in the us', { countries: ['United States', 'USA'] }],
    ['engineers in california', { regions: ['California'] }],
    ['engineers in ca', { regions: ['California'] }],
    ['mn recruiters', { regions: ['Minnesota'] }],
    ['recruiters jobs tx', { regions: ['Texas'] }],
    ['recruiters in Austin, TX', { localities: ['Austin'], regions: ['Texas'] }],
    ['engineers near münchen', { localities: ['Munich'] }],
    ['engineers based in sf', { localities: ['San Francisco'] }],
    ['recruiters in Bad Aibling area', { localities: ['Bad Aibling'] }],
    ['recruiters in Castrop-Rauxel', { localities: ['Castrop-Rauxel'] }],
    ['dach sales engineers', { countries: ['Germany', 'Austria', 'Switzerland'] }],
    ['sales engineers in new england', { regions: expect.arrayContaining(['Vermont']) as unknown }],
    ['greater houston accountants', { localities: expect.arrayContaining(['Houston', 'Katy']) as unknown }],
    ['payroll managers near georgia', { regions: ['Georgia'] }],
    ['engineers not in Germany', { none: [{ countries: ['Germany'] }] }],
    ['engineers outside Europe', { none: [{ countries: expect.arrayContaining(['France', 'Germany']) }] }],
  ])('is read: %s', (text, where) => {
    expect(persons(text).where).toMatchObject(where);
  });

  it('is no place where the word is another one', () => {
    expect(persons('Spring developers').where).not.toHaveProperty('localities');
    expect(persons('ok, find me recruiters').where).not.toHaveProperty('regions');
    expect(persons('German speaking recruiters')).toMatchObject({ not_understood: ['German speaking'] });
    expect(persons('directors in sales').where).not.toHaveProperty('localities');
  });

  it('is that of the employer if the sentence says so', () => {
    expect(persons('recruiters at German startups').where.company).toEqual({ countries: ['Germany'] });
    expect(persons('HR directors at companies headquartered in France').where.company).toEqual({
      countries: ['France'],
    });
  });

  it('is one of several', () => {
    expect(persons('nurses in Berlin or Munich').where.localities).toEqual(['Berlin', 'Munich']);
    expect(persons('nurses in Berlin or France').where.any).toEqual([
      { localities: ['Berlin'] },
      { countries: ['France'] },
    ]);
  });
});

describe('the rest of a sentence about persons', () => {
  it('describes the employer', () => {
    expect(
      persons('CTOs or VPs of engineering at fintech companies in Berlin with 50 to 200 employees').where,
    ).toMatchObject({
      localities: ['Berlin'],
      company: { keywords: ['FinTech'], employee_count: { min: 50, max: 200 } },
    });
    expect(persons('software engineers at Stripe, Meta or Apple').where.company).toEqual({
      names: ['Stripe', 'Meta', 'Apple'],
    });
    expect(persons('biotech sales managers').where).toMatchObject({
      company: { industries: ['Biotechnology'] },
      titles: ['sales manager'],
    });
    expect(persons('accountants in Berlin at series b').where.company).toEqual({ funding_types: ['Series B'] });
  });

  it('says how long they are in their role', () => {
    expect(persons('people who have been in their role for less than 6 months').where).toEqual({
      months_in_role: { max: 5 },
    });
    expect(persons('CEOs in role for more than 2 years').where.months_in_role).toEqual({ min: 24 });
    expect(persons('heads of HR, started in the last 3 months').where.months_in_role).toEqual({ max: 3 });
  });

  it('says how they can be reached and what they know', () => {
    expect(persons('sales leaders with email').where.has).toEqual(['email']);
    expect(persons('Geschäftsführer mit E-Mail und Telefon').where.has).toEqual(['email', 'phone']);
    expect(persons('data scientists who know Python').where.technologies).toEqual(['Python']);
    expect(persons('email marketing managers').where).not.toHaveProperty('has');
  });

  it('is said to be not understood if no member has it', () => {
    expect(persons('10+ years senior level recruiters in Berlin').not_understood).toEqual(['10+ years senior level']);
    expect(persons('asdf qwer')).toEqual({ where: {}, understood: [], not_understood: ['asdf qwer'] });
  });
});

describe('a sentence about companies', () => {
  it.each([
    ['10-50 employees', { employee_count: { min: 10, max: 50 } }],
    ['<50 people', { employee_count: { max: 49 } }],
    ['fintech with over 1,000 employees', { employee_count: { min: 1001 } }],
    ['up to 10 employees', { employee_count: { max: 10 } }],
    ['Scandinavian fintech 80-200', { employee_count: { min: 80, max: 200 } }],
    ['1k-5k employees', { employee_count: { min: 1000, max: 5000 } }],
    ['Firmen mit 10 bis 50 Mitarbeitern', { employee_count: { min: 10, max: 50 } }],
    ['startups of two people', { employee_count: { min: 2, max: 2 } }],
    ['founded after 2020', { founded_year: { min: 2021 } }],
    ['companies in Berlin founded since 2015', { founded_year: { min: 2015 }, localities: ['Berlin'] }],
    ['founded in the last 3 years', { founded_year: { min: 2023 } }],
    ['startups less than 5 years old', { founded_year: { min: 2022 } }],
    ['2019 startups', { founded_year: { min: 2019, max: 2019 } }],
    ['founded in the 1990s', { founded_year: { min: 1990, max: 1999 } }],
    ['founded during the pandemic', { founded_year: { min: 2020, max: 2021 } }],
    ['not founded in 2020', { none: [{ founded_year: { min: 2020, max: 2020 } }] }],
    ['banks at Series A or B', { funding_types: ['Series A', 'Series B'] }],
    ['that raised since 2024', { funding_since: '2024-01-01' }],
    ['raised in the last 6 months', { funding_since: '2026-05-30' }],
    ['publicly traded banks', { account_types: ['Public'] }],
    ['private space companies', { account_types: ['Private'], keywords: ['space'] }],
    ['companies using Kubernetes or AWS', { technologies: ['Kubernetes', 'AWS'] }],
    ['fintech and logistics companies', { keywords: ['FinTech', 'Logistics'] }],
    ['biotech or fintech companies', { any: [{ industries: ['Biotechnology'] }, { keywords: ['FinTech'] }] }],
    ['fintech, not banks', { keywords: ['FinTech'], none: [{ industries: ['Banking'] }] }],
    ['Softwareunternehmen in Bayern', { industries: ['Software'], regions: ['Bavaria'] }],
    ['SAAS   COMPANIES IN  BERLIN', { keywords: ['SaaS'], localities: ['Berlin'] }],
    ['synthetic data company', { keywords: ['synthetic data'] }],
    ['Aleph Alpha the Heidelberg AI company', { names: ['Aleph Alpha'] }],
    ['French insurers with email', { countries: ['France'], industries: ['Insurance'], has: ['email'] }],
  ])('becomes members of a filter: %s', (text, where) => {
    expect(companies(text).where).toMatchObject(where);
  });

  it.each([
    ['fintech with $50M+ in funding', ['with $50M+ in funding']],
    ['robotics company selling to Amazon competitors', ['selling to Amazon competitors']],
    ['bank that raised from US VCs', ['that raised from US VCs']],
    ['company with female founders', ['female founders']],
    ['AI startup that never went public', ['that never went public']],
    ['raised Series D in 2024', ['in 2024']],
  ])('keeps what no member has: %s', (text, rest) => {
    const { where, not_understood: found } = companies(text);
    expect(found.join(' ')).toContain(
      rest
        .join(' ')
        .replace(/^(?:that|with|in) /u, '')
        .replace('$', ''),
    );
    expect(where).not.toHaveProperty('account_types');
    expect(where).not.toHaveProperty('countries');
    expect(where).not.toHaveProperty('founded_year');
  });

  it('is read with the spelling on record, and with the usual one if nothing is on record', () => {
    expect(companies('fintech in the usa').where).toEqual({
      keywords: ['FinTech'],
      countries: ['United States', 'USA'],
    });
    expect(interpret('biotech in the usa', 'companies', nothingKnown, today).where).toEqual({
      keywords: ['biotech'],
      countries: ['United States'],
    });
  });

  it('tells which part became which member, in the order of the sentence', () => {
    expect(companies('fintech not in Germany with 10-20 employees').understood).toEqual([
      { text: 'fintech', member: 'keywords', value: ['FinTech'] },
      { text: 'not in Germany', member: 'none.countries', value: ['Germany'] },
      { text: 'with 10-20 employees', member: 'employee_count', value: { min: 10, max: 20 } },
    ]);
    expect(persons('recruiters at German startups').understood.map(({ member }) => member)).toEqual([
      'titles',
      'seniorities',
      'personas',
      'company.countries',
    ]);
  });
});
