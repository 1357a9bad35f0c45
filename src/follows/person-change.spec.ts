import { describe, expect, it } from '@jest/globals';
import { jobChange } from './person-change.js';
import { employerOf, type Position } from '../matching/persons/employers.js';

const today = '2026-06-15';

interface GivenJob {
  readonly title?: string;
  readonly name?: string;
  readonly site?: string;
  /** `company.id` of the employer. */
  readonly id?: string;
  readonly experience?: readonly Position[];
}

function job({ title, name, site, id, experience = [] }: GivenJob) {
  const employer = employerOf({ name: name ?? null, website: site ?? null, networkUrl: null });
  return { jobTitle: title ?? null, employer, companyId: id ?? null, experience };
}

/** A position: its employer's website, its first and its last day. */
function held(
  site: string,
  startDate: string | null,
  endDate: string | null = null,
  title: string | null = null,
): Position {
  return { title, employer: employerOf({ name: null, website: site, networkUrl: null }), startDate, endDate };
}

function change(before: GivenJob, after: GivenJob, industry: string | null = null): string | null {
  const found = jobChange(job(before), job(after), industry, today);
  return found === null ? null : `${found.kind} since ${found.since ?? 'unknown'}`;
}

describe('Another employer', () => {
  const atA = { site: 'a.com', experience: [held('a.com', '2022-01-01')] };

  it.each<[string, GivenJob, GivenJob, string | null]>([
    ['with another website is a change', { site: 'a.com' }, { site: 'b.com' }, 'employer since unknown'],
    ['with another name is a change', { name: 'Acme' }, { name: 'Globex' }, 'employer since unknown'],
    [
      'is a change since the start of the new position',
      atA,
      { site: 'b.com', experience: [held('b.com', '2026-02-01')] },
      'employer since 2026-02-01',
    ],
    [
      'whose position began before the known one is no change',
      atA,
      { site: 'b.com', experience: [held('b.com', '2019-02-01')] },
      null,
    ],
    [
      'that is the same stored company under another name is no change',
      { name: 'Google', id: '1' },
      { name: 'Alphabet', id: '1' },
      null,
    ],
    [
      'that is another stored company with the same name is a change',
      { name: 'Merck', site: 'merck.com', id: '1' },
      { name: 'Merck', site: 'merckgroup.com', id: '2' },
      'employer since unknown',
    ],
    [
      'with another website but the same name is no change',
      { name: 'Acme', site: 'a.com' },
      { name: 'Acme Inc.', site: 'b.com' },
      null,
    ],
    [
      'of which only the website is known is no change if only a name was known before',
      { name: 'Acme' },
      { site: 'b.com' },
      null,
    ],
    ['that is the first one to become known is no change', {}, { site: 'b.com' }, null],
    [
      'at which the person already had a second job is no change',
      { ...atA, experience: [held('a.com', '2022-01-01'), held('b.com', '2023-01-01')] },
      { site: 'b.com' },
      null,
    ],
    ['without a name and a website is no change', { site: 'a.com' }, {}, null],
  ])('%s', (_, before, after, expected) => {
    expect(change(before, after)).toBe(expected);
  });

  it('is a change after a time without an employer, if all known positions had ended when the new one began', () => {
    const after = {
      site: 'b.com',
      experience: [held('a.com', '2020-01-01', '2024-06-30'), held('b.com', '2026-02-01')],
    };
    expect(change({ experience: [held('a.com', '2020-01-01', '2024-06-30')] }, after)).toBe(
      'employer since 2026-02-01',
    );
    expect(change({ experience: [held('a.com', '2020-01-01', '2026-04-30')] }, after)).toBeNull();
  });
});

describe('A promotion', () => {
  const was = { title: 'Data Analyst', name: 'Acme' };

  it.each<[string, GivenJob, GivenJob, string | null]>([
    [
      'is a change to a title of higher seniority',
      was,
      { title: 'Director of Data', name: 'Acme' },
      'promotion since unknown',
    ],
    ['is not a change to a title of the same seniority', was, { title: 'Senior Data Analyst', name: 'Acme' }, null],
    ['is not a change to a title of lower seniority', { title: 'CEO', name: 'Acme' }, was, null],
    ['is not found if the title before is not known', { name: 'Acme' }, { title: 'CEO', name: 'Acme' }, null],
    [
      'is not found if the employer has changed, which is a change of its own',
      was,
      { title: 'CEO', name: 'Globex' },
      'employer since unknown',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(change(before, after)).toBe(expected);
  });

  it('has the start date of the higher position, and is not found if that position began before the known one', () => {
    const site = 'a.com';
    const before = { title: 'Analyst', site, experience: [held(site, '2022-01-01', null, 'Analyst')] };
    const to = (start: string) => ({ title: 'CEO', site, experience: [held(site, start, null, 'CEO')] });
    expect(change(before, to('2026-01-01'))).toBe('promotion since 2026-01-01');
    expect(change(before, to('2020-01-01'))).toBeNull();
  });

  it('depends on the industry of the employer, because vice presidents of banks rank lower', () => {
    const [before, after] = [
      { title: 'Director', name: 'Acme' },
      { title: 'Vice President', name: 'Acme' },
    ];
    expect(change(before, after, 'Banking')).toBeNull();
    expect(change(before, after, 'Software')).toBe('promotion since unknown');
  });
});
