import { listOf } from './countries.js';
import { businessFunctions } from './titles-business.js';
import { productFunctions } from './titles-product.js';

/** A function as it is written down: lists are texts with commas, a line of `ranks` is a rank, ` | ` separates titles. */
export interface FunctionSource {
  readonly specialities: string;
  readonly skills: string;
  readonly technologies: number;
  readonly ranks: string;
}

export interface JobFunction {
  readonly specialities: readonly string[];
  readonly skills: readonly string[];
  readonly technologies: number;
  readonly ranks: readonly (readonly string[])[];
}

/**
 * Functions by name. A function's `ranks` go from the first job (0) over professional, senior and expert (3) to team lead
 * (4), director (5) and executive (6), each with some titles. `{s}` in a title is the speciality that a person keeps for
 * life; `technologies` tells how many of the employer's tools such people know. No person is the head of a whole company:
 * the real one is widely known.
 */
const functions = new Map<string, JobFunction>(
  Object.entries({ ...productFunctions, ...businessFunctions }).map(
    ([name, { specialities, skills, technologies, ranks }]) => [
      name,
      {
        specialities: listOf(specialities),
        skills: listOf(skills),
        technologies,
        ranks: ranks
          .trim()
          .split('\n')
          .map((line) => line.trim().split(' | ')),
      },
    ],
  ),
);

/** @throws RangeError for a function that is not listed */
export function functionOf(name: string): JobFunction {
  const found = functions.get(name);
  if (found === undefined) throw new RangeError(`${name} is not among the functions`);
  return found;
}
