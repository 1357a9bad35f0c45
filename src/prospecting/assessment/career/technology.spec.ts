import { describe, expect, it } from '@jest/globals';
import { formerly, position } from '../facts/candidate.fixture.js';
import type { CompanyFacts, Position, UsedTechnology } from '../facts/candidate.js';
import { companyAsOf, technologiesAmong, technologyEmployers } from './technology.js';

const at = (companyId: string, companyName: string, start: string, end: string | null): Position =>
  position({ companyId, companyName, start, end });
const uses = (name: string, firstSeen: string | null = null): UsedTechnology => ({ name, firstSeen });

describe('The search for wanted technologies', () => {
  it('finds technologies in other spellings, and returns each once in the spelling of the wanted list', () => {
    const wanted = ['Node.js', 'C++', 'node js', 'Kubernetes', 'C#'];
    expect(technologiesAmong(wanted, ['NodeJS', 'c', 'KUBERNETES ', 'C #'])).toEqual(['node js', 'Kubernetes', 'C#']);
  });

  it('returns nothing if one of the lists is empty', () => {
    expect(technologiesAmong([], ['Go'])).toEqual([]);
    expect(technologiesAmong(['Go'], [])).toEqual([]);
  });
});

describe('A company as of a day', () => {
  it('leaves out technologies that were first seen after the month of the given day', () => {
    const technologies = [
      uses('Go'),
      uses('Rust', '2026-11-01'),
      uses('Java', '2020-01-01'),
      uses('Zig', '2026-12-01'),
    ];
    const company = { id: '1', technologies } as unknown as CompanyFacts;
    expect(companyAsOf('2026-11-22', company)).toEqual({ id: '1', technologies: technologies.slice(0, 3) });
  });
});

describe('The search for former employers with wanted technologies', () => {
  const known = new Map([
    ['1', [uses('Fluxline')]],
    ['2', [uses('fluxline', '2020-05-01'), uses('Go')]],
    ['3', [uses('Fluxline'), uses('Rust')]],
    ['4', [uses('Go')]],
  ]);
  const employersOf = (...career: Position[]) => technologyEmployers(career, ['Fluxline', 'Rust'], known, '1');

  it('returns former employers with the wanted technologies that they used, the most recently left employer first', () => {
    expect(
      employersOf(
        at('3', 'Core', '2010-01-01', '2014-01-01'),
        at('2', 'Bolt', '2018-01-01', '2021-01-01'),
        at('2', 'Bolt', '2014-01-01', '2018-01-01'),
        at('4', 'Dune', '2021-01-01', '2022-01-01'),
      ),
    ).toEqual([
      { employer: 'Bolt', technologies: ['Fluxline'] },
      { employer: 'Core', technologies: ['Fluxline', 'Rust'] },
    ]);
  });

  it.each([
    ['2020-04-30', 0],
    ['2020-05-01', 1],
    ['2020-05-31', 1],
    ['2021-01-01', 1],
  ])(
    'for a technology that was first seen in May 2020, and a person who left on %s, returns %i employer(s)',
    (end, count) => {
      expect(employersOf(at('2', 'Bolt', '2018-01-01', end))).toHaveLength(count);
    },
  );

  it('leaves out the current employer, an employer where the person still works, and one that is not on record', () => {
    expect(
      employersOf(
        at('1', 'Northwind', '2018-01-01', '2019-01-01'),
        at('3', 'Core', '2010-01-01', '2014-01-01'),
        at('3', 'Core', '2015-01-01', null),
        formerly('Bolt', '2018-01-01', '2021-01-01'),
      ),
    ).toEqual([]);
  });
});
