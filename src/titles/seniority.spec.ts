import { describe, expect, it } from '@jest/globals';
import { seniorityOf } from './seniority.js';

const banks = ['Banks', 'Capital Markets', 'Investment Banking', 'Diversified Financial Services', 'BANKING'];
const others = ['Software', 'Insurance', 'Higher Education', '', null, undefined];

describe('seniorityOf', () => {
  it.each(['', '   ', '---', 'N/A', 'unknown', '🚀', '总经理'])('returns null for "%s"', (title) => {
    expect(seniorityOf(title)).toBeNull();
  });

  it('returns seniority_ic for a title of unknown words', () => {
    expect(seniorityOf('Wizard of Light Bulb Moments')).toBe('seniority_ic');
  });

  it('returns the highest seniority of several titles', () => {
    expect(seniorityOf('Teacher | Team Lead | Founder | Cook')).toBe('seniority_executive');
    expect(seniorityOf('Director, Manager')).toBe('seniority_director');
  });

  it('ignores a rank after the first 300 characters', () => {
    expect(seniorityOf(`Cook ${'x '.repeat(200)} CEO`)).toBe('seniority_ic');
  });

  describe.each([
    ['Vice President', 'executive', 'teamlead'],
    ['VP, Technology', 'executive', 'teamlead'],
    ['Senior Vice President', 'executive', 'director'],
    ['Executive Vice President', 'executive', 'executive'],
    ['AVP', 'director', 'ic'],
    ['Associate Vice President', 'director', 'ic'],
    ['Executive Director', 'executive', 'director'],
    ['Managing Director', 'executive', 'director'],
    ['Managing Director & CEO', 'executive', 'executive'],
    ['Geschäftsführer', 'executive', 'executive'],
    ['Managing Director, Human Resources', 'director', 'director'],
    ['Director', 'director', 'director'],
    ['Vice President, Head of Risk', 'executive', 'director'],
    ['Chief Financial Officer', 'executive', 'executive'],
  ])('for the title "%s"', (title, rank, rankInBank) => {
    it.each(others)(`returns seniority_${rank} for an employer in the industry %j`, (industry) => {
      expect(seniorityOf(title, { industry })).toBe(`seniority_${rank}`);
    });

    it.each(banks)(`returns seniority_${rankInBank} for a bank in the industry %j`, (industry) => {
      expect(seniorityOf(title, { industry })).toBe(`seniority_${rankInBank}`);
    });
  });

  it('does not conclude from a former title that the employer is a bank', () => {
    expect(seniorityOf('VP Sales | Former Loan Officer')).toBe('seniority_executive');
  });

  it.each(['Vice President, Corporate Banking', 'VP - Equity Research', 'Vice President | Private Wealth Management'])(
    'concludes from the title "%s" alone that the employer is a bank',
    (title) => {
      expect(seniorityOf(title, { industry: 'Professional Services' })).toBe('seniority_teamlead');
    },
  );
});
