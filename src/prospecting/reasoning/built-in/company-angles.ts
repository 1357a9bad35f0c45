import type { AngleOf } from './angle.js';
import { NOTABLE_DECLINE, NOTABLE_GROWTH } from './career.js';
import { isOrAre, listSome, percent, plural } from './wording.js';

export const competitorInPlace: AngleOf = ({ facts, name, holding, company }) => {
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

export const clientInPlace: AngleOf = ({ facts, name, holding, company }) => {
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
  if (change === null || (change < NOTABLE_GROWTH && change > NOTABLE_DECLINE)) return null;
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
