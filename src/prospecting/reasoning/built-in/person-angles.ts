import type { AngleOf } from './angle.js';
import type { Telling } from './telling.js';
import { inYears, list, listSome, plural, span } from './wording.js';

/** From this many months on, former colleagues know each other. */
const LONG_TOGETHER_MONTHS = 12;

export const usedBefore: AngleOf = ({ facts, name, position, holding, first }) => {
  const [former] = facts.features.technologyEmployers;
  if (former === undefined) return null;
  const { employer } = former;
  const technologies = list(former.technologies);
  return {
    about: 'history',
    openings: [
      `${name}, ${position}, was at ${employer} while ${technologies} ${plural(former.technologies, 'was', 'were')} in use there`,
      `Earlier on, ${name} was at ${employer}, which used ${technologies} at the time; today ${first} is ${holding}`,
      `${name} is ${holding}; an earlier employer, ${employer}, used ${technologies} in ${first}'s time`,
    ],
    aside: `time at ${employer} while it used ${technologies}`,
  };
};

export const formerColleague: AngleOf = (telling) => {
  const { facts, name, first, position } = telling;
  const shared = facts.features.warmPath?.sharedEmployer ?? null;
  if (shared === null || shared.months < LONG_TOGETHER_MONTHS) return null;
  const colleague = facts.features.warmPath?.employee.fullName;
  const other =
    colleague === null || colleague === undefined ? 'an employee of the client' : `${colleague} of the client`;
  const overlap = `overlapped at ${shared.name} for ${span(shared.months)}`;
  return {
    about: 'link',
    openings: [
      `${name}, ${position}, and ${other} ${overlap}`,
      `There is a way in to ${name}, ${position}: ${first} and ${other} ${overlap}`,
    ],
    aside: `${span(shared.months)} at ${shared.name} at the same time as ${colleagueIn(telling)}`,
  };
};

export const link: AngleOf = (telling) => {
  const path = telling.facts.features.warmPath;
  const common = path?.sharedEmployer?.name ?? path?.sharedSchool?.name ?? path?.samePlace ?? null;
  if (common === null) return null;
  const aside = `${common} in common with ${colleagueIn(telling)}`;
  return {
    about: 'link',
    openings: [
      `${telling.name} is ${telling.holding} and has ${aside}`,
      `${telling.name}, ${telling.position}, has ${aside}`,
    ],
    aside,
  };
};

export const skills: AngleOf = ({ facts, name, position, holding, first }) => {
  const { client, competitor, complementary } = facts.features.skills;
  const named = [...client, ...competitor, ...complementary];
  if (named.length === 0) return null;
  const technologies = listSome(named, 3);
  return {
    about: 'skills',
    openings: [
      `${name}, ${position}, lists ${technologies} among the skills on record`,
      `${name} is ${holding}, with ${technologies} on ${first}'s list of skills`,
      `On ${name}'s list of skills ${plural(named, 'stands', 'stand')} ${technologies}; the current role is ${position}`,
    ],
    aside: `${technologies} among the skills`,
  };
};

export const leading: AngleOf = ({ facts, name, position }) => {
  const { leadingYears, seniority } = facts.features;
  if (leadingYears < 3 || seniority === 'seniority_ic') return null;
  const years = inYears(leadingYears);
  return {
    about: 'standing',
    openings: [
      `${name}, ${position}, has led people for ${years}`,
      `${years} of leading people stand behind ${name}, ${position}`,
    ],
    aside: `${years} of leading people`,
  };
};

export const experienced: AngleOf = ({ facts, name, position, holding }) => {
  const { fieldYears } = facts.features;
  if (fieldYears < 5) return null;
  const years = inYears(fieldYears);
  return {
    about: 'standing',
    openings: [
      `${name}, ${position}, has spent ${years} in this and related positions`,
      `${name} is ${holding}, with ${years} in this and related positions`,
    ],
    // The technical section says so anyway.
    aside: '',
  };
};

function colleagueIn({ facts }: Telling): string {
  return facts.features.warmPath?.employee.fullName ?? 'an employee of the client';
}
