import { phrasesIn } from '#dist/platform/tables/table';
import { memberNamed, readMembers } from './tables.js';

export interface JobFunction {
  readonly specialities: readonly string[];
  readonly skills: readonly string[];
  /** The number of technologies of the employer that a person with this function knows. */
  readonly technologies: number;
  /** The job titles of each rank. `{s}` stands for the speciality of a person. */
  readonly ranks: readonly (readonly string[])[];
}

/** The names of the ranks 0 to 6. */
const rankNames = ['first job', 'professional', 'senior', 'expert', 'team lead', 'director', 'executive'];

/** The functions in which persons work, by their names. */
export const functions: ReadonlyMap<string, JobFunction> = new Map(
  [...readMembers('job-functions.txt', ['specialities', 'skills', 'technologies', ...rankNames])].map(
    ([name, members]) => [
      name,
      {
        specialities: phrasesIn(memberNamed(members, 'specialities')),
        skills: phrasesIn(memberNamed(members, 'skills')),
        technologies: Number(memberNamed(members, 'technologies')),
        ranks: rankNames.map((rank) => memberNamed(members, rank).split(' | ')),
      },
    ],
  ),
);

/**
 * Returns the facts about a function of persons.
 * @throws RangeError for a function that is not listed
 */
export function functionOf(name: string): JobFunction {
  const found = functions.get(name);
  if (found === undefined) throw new RangeError(`${name} is not among the functions`);
  return found;
}
