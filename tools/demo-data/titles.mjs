import { BUSINESS_FUNCTIONS } from './titles-business.mjs';
import { PRODUCT_FUNCTIONS } from './titles-product.mjs';

const listOf = (text) => text.split(',').map((entry) => entry.trim().replace(/\s+/g, ' '));

/**
 * Functions by name. A function's `ranks` go from the first job (0) over professional, senior and expert (3) to team lead
 * (4), director (5) and executive (6), each with some titles. `{s}` in a title is the speciality that a person keeps for
 * life; `technologies` tells how many of the employer's tools such people know. Nobody is the head of a whole company:
 * there is one of these, and everybody knows who it is.
 */
export const functions = new Map(
  Object.entries({ ...PRODUCT_FUNCTIONS, ...BUSINESS_FUNCTIONS }).map(
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
