import { describe, expect, it } from '@jest/globals';
import { currentPositions, employerOf, noEmployer, type Position } from './employers.js';

const today = '2026-06-15';
const acme = { ...noEmployer, name: 'Acme GmbH', website: 'acme.com' };

function position(members: Partial<Position> = {}): Position {
  return { title: 'Engineer', employer: acme, startDate: '2020-01-01', endDate: null, ...members };
}

describe('current positions', () => {
  it('are the positions without an end or with an end in the future', () => {
    const held = [position({ endDate: null }), position({ endDate: '2026-06-16' })];
    const left = [position({ endDate: today }), position({ endDate: '2019-01-01' })];
    expect(currentPositions([...left, ...held], today)).toEqual(held);
  });

  it('exclude positions that begin in the future', () => {
    const held = [position({ startDate: today }), position({ startDate: null })];
    const ahead = [position({ startDate: '2026-06-16' }), position({ startDate: '2027-01-01', endDate: '2028-01-01' })];
    expect(currentPositions([...ahead, ...held], today)).toEqual(held);
  });

  it('are sorted by their start, the latest first and those without a start last, and keep their order if the start is the same', () => {
    const dates = ['2019-01-01', null, '2024-01-01', '2019-01-01'];
    const positions = dates.map((startDate, index) => position({ startDate, title: String(index) }));
    expect(currentPositions(positions, today).map(({ title }) => title)).toEqual(['2', '0', '3', '1']);
  });
});

describe('an employer', () => {
  it.each([
    ['https://www.network.com/company/0042', '42'],
    ['https://www.network.com/company/acme', null],
    [null, null],
  ])('with the profile page %s has the network id %s', (networkUrl, networkId) => {
    expect(employerOf({ name: null, website: null, networkUrl }).networkId).toBe(networkId);
  });
});
