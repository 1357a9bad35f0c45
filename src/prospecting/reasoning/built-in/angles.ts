import { inRole, promoted, settled, started } from './role-angles.js';
import {
  type Angle,
  type AngleOf,
  inYears,
  isOrAre,
  list,
  listSome,
  notableDecline,
  notableGrowth,
  percent,
  plural,
  span,
  type Telling,
} from './wording.js';

const competitorInPlace: AngleOf = ({ facts, name, holding, company }) => {
  const { competitor } = facts.features.employerUses;
  if (competitor.length === 0) return null;
  const technologies = listSome(competitor, 2);
  const kind = plural(competitor, 'a competing technology', 'competing technologies');
  return {
    about: 'employer',
    openings: [
      `${name} is ${holding}, where ${technologies} ${isOrAre(competitor)} in use: ${kind}`,
      `${company} runs ${technologies}, ${kind}, and ${name} works there${asTitle(facts.person.title)}`,
      `At ${company} there is something to replace, ${technologies}; ${name} works there${asTitle(facts.person.title)}`,
    ],
    aside: `${technologies} in place at ${company}, ${kind}`,
  };
};

const clientInPlace: AngleOf = ({ facts, name, holding, company }) => {
  const { client } = facts.features.employerUses;
  if (client.length === 0) return null;
  const technologies = listSome(client, 2);
  return {
    about: 'employer',
    openings: [
      `${company} already uses ${technologies}, and ${name} works there${asTitle(facts.person.title)}`,
      `${name} is ${holding}, where ${technologies} ${isOrAre(client)} already in use`,
    ],
    aside: `${technologies} already in use at ${company}`,
  };
};

export const growth: AngleOf = ({ facts, name, holding, company }) => {
  const change = facts.features.techGrowthPercent;
  if (change === null || (change < notableGrowth && change > notableDecline)) return null;
  const [grown, up] = change > 0 ? ['grown', 'up'] : ['shrunk', 'down'];
  return {
    about: 'growth',
    openings: [
      `The technical staff of ${company}, where ${name} works${asTitle(facts.person.title)}, has ${grown} by ${percent(change)} within twelve months`,
      `${name} is ${holding}, whose technical headcount is ${up} ${percent(change)} on a year ago`,
    ],
    aside: `technical headcount at ${company} ${up} ${percent(change)} in a year`,
  };
};

function asTitle(title: string): string {
  return title === '' ? '' : ` as ${title}`;
}

/** From this many months on, former colleagues know each other. */
const longTogetherMonths = 12;

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

const formerColleague: AngleOf = (telling) => {
  const { facts, name, first, position } = telling;
  const shared = facts.features.warmPath?.sharedEmployer ?? null;
  if (shared === null || shared.months < longTogetherMonths) return null;
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

const byWeight: readonly AngleOf[] = [
  formerColleague,
  promoted,
  usedBefore,
  started,
  settled,
  competitorInPlace,
  skills,
  growth,
  clientInPlace,
  link,
  leading,
  experienced,
  inRole,
];

/** What is striking about a prospect, the most striking first, and one angle about a matter. */
export function anglesOf(telling: Telling): Angle[] {
  const angles = new Map<Angle['about'], Angle>();
  for (const angleOf of byWeight) {
    const angle = angleOf(telling);
    if (angle !== null && !angles.has(angle.about)) angles.set(angle.about, angle);
  }
  return [...angles.values()];
}
