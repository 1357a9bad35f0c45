import type { Count } from './count-session.sql.js';
import type { PersonFacts, PersonQuery } from './query-evaluator.js';

/** Counts the employees of companies that match, for several fields at once. */
export class CountTally {
  private readonly byCompany = new Map<string, number[]>();

  constructor(private readonly fields: readonly { readonly id: number; readonly matches: PersonQuery }[]) {}

  add(companyId: string, person: PersonFacts): void {
    let numbers = this.byCompany.get(companyId);
    for (const [place, { matches }] of this.fields.entries()) {
      if (!matches(person)) continue;
      if (numbers === undefined) {
        numbers = this.fields.map(() => 0);
        this.byCompany.set(companyId, numbers);
      }
      numbers[place] = (numbers[place] ?? 0) + 1;
    }
  }

  /** Without those that are zero. */
  *counts(): Generator<Count> {
    for (const [companyId, numbers] of this.byCompany) {
      for (const [place, { id }] of this.fields.entries()) {
        const employees = numbers[place] ?? 0;
        if (employees > 0) yield [companyId, id, employees];
      }
    }
  }
}
