import type { TeamTechnologies, TechnologyEmployer } from '../../assessment/candidate.js';
import { inYears, isOrAre, list, listSome, paragraph, plural, possessive, type Telling } from './wording.js';

/** What ties the person and the employer to the team's technologies, and how deep the experience goes. */
export function technicalOf(telling: Telling): string {
  const { facts } = telling;
  const { skills, employerUses, technologyEmployers } = facts.features;
  const isTied = [skills, employerUses].some((ties) => all(ties).length > 0) || technologyEmployers.length > 0;
  return paragraph([
    skillsOf(telling, skills),
    usedAtEmployer(telling, employerUses),
    usedBefore(telling, technologyEmployers),
    isTied ? '' : untied(telling),
    depthOf(telling),
    ...(isTied && all(skills).length > 0 ? [] : ownSkills(telling)),
  ]);
}

/** `client technology (Kafka) and competing technology (Pulsar)`; one kind alone is said in a sentence. */
function skillsOf({ first, say }: Telling, { client, competitor, complementary }: TeamTechnologies): string {
  const named = [...client, ...competitor, ...complementary];
  const kinds = [client, competitor, complementary].filter((kind) => kind.length > 0).length;
  if (kinds === 0) return '';
  if (kinds > 1) {
    const parts = [
      ...(client.length > 0 ? [`client technology (${client.join(', ')})`] : []),
      ...(competitor.length > 0 ? [`competing technology (${competitor.join(', ')})`] : []),
      ...(complementary.length > 0 ? [`complementary technology (${complementary.join(', ')})`] : []),
    ];
    return say('mixed skills', [
      `${possessive(first)} skills take in ${list(parts)}`,
      `The skills on record include ${list(parts)}`,
    ]);
  }
  const what = client.length > 0 ? 'client technology' : kindOf(competitor, complementary);
  return say('skills', [
    `${first} lists ${list(named)} among the skills, ${what}`,
    `${list(named)}, ${what}, ${plural(named, 'appears', 'appear')} among ${possessive(first)} skills`,
    `The skills on record include ${list(named)}, ${what}`,
  ]);
}

function kindOf(competitor: readonly string[], complementary: readonly string[]): string {
  return competitor.length > 0
    ? plural(competitor, 'a competing technology', 'competing technologies')
    : plural(complementary, 'a complementary technology', 'complementary technologies');
}

function usedAtEmployer({ company, say }: Telling, { client, competitor, complementary }: TeamTechnologies): string {
  if (client.length > 0 && competitor.length > 0) {
    const rivals = `the competing ${list(competitor)}`;
    return `${company} runs ${list(client)} and ${rivals} side by side${withComplement(complementary)}`;
  }
  if (client.length > 0) {
    const way = say('client use', [
      `${company} uses ${list(client)} already`,
      `${list(client)} ${isOrAre(client)} in use at ${company}`,
    ]);
    return `${way}${withComplement(complementary)}`;
  }
  if (competitor.length > 0) {
    const way = say('rival use', [
      `${company} relies on ${list(competitor)}, which ${plural(competitor, 'competes', 'compete')} with the client`,
      `In place at ${company}: ${list(competitor)}, ${plural(competitor, 'a competing technology', 'competing technologies')}`,
    ]);
    return `${way}${withComplement(complementary)}`;
  }
  if (complementary.length === 0) return '';
  return say('complement use', [
    `${company} uses ${list(complementary)}, which ${plural(complementary, 'complements', 'complement')} what the client offers`,
    `What ${company} runs includes ${list(complementary)}, ${plural(complementary, 'a complement', 'complements')} to client technology`,
  ]);
}

function withComplement(complementary: readonly string[]): string {
  return complementary.length === 0
    ? ''
    : `, with ${list(complementary)} as ${plural(complementary, 'a complement', 'complements')}`;
}

function usedBefore({ first, say }: Telling, employers: readonly TechnologyEmployer[]): string {
  const [only, ...more] = employers;
  if (only === undefined) return '';
  if (more.length === 0) {
    return say('former use', [
      `${only.employer} used ${list(only.technologies)} during ${possessive(first)} time there`,
      `During ${possessive(first)} time at ${only.employer}, ${list(only.technologies)} ${plural(only.technologies, 'was', 'were')} in use`,
    ]);
  }
  const each = employers.map(({ employer, technologies }) => `${employer} (${technologies.join(', ')})`);
  return `Client technology was in use at several earlier employers while ${first} was there: ${list(each)}`;
}

function untied({ facts, first, company, say }: Telling): string {
  const { client, competitor, complementary } = facts.team.technologies;
  if (client.length + competitor.length + complementary.length === 0) {
    return `The team has named no technologies, so there is nothing to compare ${possessive(first)} skills with`;
  }
  return say('untied', [
    `Nothing on record ties ${first} or ${company} to the technologies that the team has named`,
    `Neither ${possessive(first)} skills nor what ${company} is known to use meets the team's technologies`,
    `No technology of the team's lists turns up, neither with ${first} nor at ${company}`,
  ]);
}

/** The field is wider than a persona: it takes in junior and neighbouring positions, which the texts have to say. */
function depthOf({ facts, first, say }: Telling): string {
  const { fieldYears } = facts.features;
  if (fieldYears <= 0) return '';
  const years = inYears(fieldYears);
  if (fieldYears < 2) return `Experience in this and related positions is short, ${years}`;
  if (fieldYears < 6) {
    return say('some depth', [
      `Experience in this and related positions, whatever their rank, comes to ${years}`,
      `${first} has worked in this or a related position for ${years} so far`,
      `Time in this and related positions of any rank so far: ${years}`,
    ]);
  }
  return say('depth', [
    `Experience in this and related positions, whatever their rank, comes to ${years}`,
    `${first} has been in this or a related position for ${years} altogether`,
    `The field itself is familiar ground: ${years} in this and related positions`,
  ]);
}

/** What the person knows, for somebody whom no technology of the team's describes. */
function ownSkills({ facts, first, company, say }: Telling): string[] {
  const { skills } = facts.person;
  if (skills.length === 0) return [`No skills are on record for ${first}`];
  const used = new Set(facts.company.technologies.map((name) => name.toLowerCase()));
  const shared = skills.filter((name) => used.has(name.toLowerCase()));
  const others = skills.filter((name) => !shared.includes(name));
  if (shared.length === 0) {
    return [
      say('own skills', [
        `The skills on record are ${listSome(skills, 4)}`,
        `${first} names ${listSome(skills, 4)} as ${plural(skills, 'a skill', 'skills')}`,
      ]),
    ];
  }
  const both = say('shared skills', [
    `${list(shared)} ${isOrAre(shared)} both among ${possessive(first)} skills and in use at ${company}`,
    `${possessive(first)} skills meet what ${company} uses in ${list(shared)}`,
    `${company} uses ${list(shared)}, which ${first} knows too`,
  ]);
  return [others.length === 0 ? both : `${both}; other skills on record are ${listSome(others, 3)}`];
}

function all({ client, competitor, complementary }: TeamTechnologies): string[] {
  return [...client, ...competitor, ...complementary];
}
