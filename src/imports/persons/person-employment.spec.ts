import { describe, expect, it } from '@jest/globals';
import { type Employer, noEmployer, type Position } from '../../matching/persons/employers.js';
import { employmentAfter } from './person-employment.js';

const today = '2026-06-15';
const acme: Employer = { ...noEmployer, name: 'Acme GmbH', website: 'acme.com' };
const beta: Employer = { ...noEmployer, name: 'Beta', website: 'beta.io' };
const nothing = { jobTitle: null, employer: noEmployer };

function position(members: Partial<Position> = {}): Position {
  return { title: 'Engineer', employer: acme, startDate: '2020-01-01', endDate: null, ...members };
}

describe('the current job after a record was merged', () => {
  const positions = [
    position({ title: 'CEO', employer: beta, startDate: '2024-01-01' }),
    position({ title: 'Advisor', startDate: '2021-01-01' }),
  ];

  it('is the latest current position of the record if the record names no job itself', () => {
    const said = { ...nothing, experience: positions };
    expect(employmentAfter(said, nothing, today)).toEqual({ jobTitle: 'CEO', employer: beta });
  });

  it('is at the employer that the record names, with values of the current position at this employer', () => {
    const said = { ...nothing, employer: { ...noEmployer, name: 'ACME' }, experience: positions };
    expect(employmentAfter(said, nothing, today)).toEqual({ jobTitle: 'Advisor', employer: { ...acme, name: 'ACME' } });
    const titled = { ...said, jobTitle: 'Chair' };
    expect(employmentAfter(titled, nothing, today).jobTitle).toBe('Chair');
  });

  it('takes no values from current positions at other employers', () => {
    const employer = { ...noEmployer, website: 'gamma.com', name: 'Gamma' };
    const said = { ...nothing, employer, experience: positions };
    expect(employmentAfter(said, nothing, today)).toEqual({ jobTitle: null, employer });
  });

  it('stays unchanged if the record names no job, and gets missing values from a record that names the same employer', () => {
    const stored = { jobTitle: 'CEO', employer: acme };
    expect(employmentAfter({ ...nothing, experience: null }, stored, today)).toEqual(stored);
    expect(employmentAfter({ ...nothing, experience: [] }, stored, today)).toEqual(stored);
    const said = { ...nothing, employer: { ...noEmployer, networkId: '7', website: 'acme.com' }, experience: null };
    expect(employmentAfter(said, stored, today).employer).toEqual({ ...acme, networkId: '7' });
  });

  it('keeps nothing of the stored employer if the record names another one', () => {
    const stored = { jobTitle: 'CEO', employer: acme };
    const employer = { ...noEmployer, website: 'beta.io' };
    expect(employmentAfter({ ...nothing, employer, experience: null }, stored, today).employer).toEqual(employer);
  });

  it('is empty if all positions of the record have ended', () => {
    const said = { ...nothing, experience: [position({ endDate: '2025-01-01' })] };
    expect(employmentAfter(said, { jobTitle: 'CEO', employer: acme }, today)).toEqual(nothing);
  });
});
