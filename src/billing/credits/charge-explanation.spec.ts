import { describe, expect, it } from '@jest/globals';
import { explanationOf, outcomesOf } from './charge-explanation.js';

describe('The explanation of a charge', () => {
  it.each<[outcomes: string[], text: string]>([
    [[], ''],
    [['charged'], 'charged'],
    [['charged', 'charged', 'no_candidate'], 'charged 2,no_candidate'],
    [['no_value', 'charged', 'no_value', 'no_value'], 'no_value,charged,no_value 2'],
    [Array<string>(1_000).fill('charged'), 'charged 1000'],
  ])('writes the outcomes %j as %j, from which outcomesOf reads them again', (outcomes, text) => {
    expect(explanationOf(outcomes)).toBe(text);
    expect(outcomesOf(text)).toEqual(outcomes);
  });
});
