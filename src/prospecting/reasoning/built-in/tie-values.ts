import type { ReasoningFacts, TeamTechnologies, WarmPath } from '../../assessment/facts/candidate.js';
import { list, listSome, plural, span, when } from './wording.js';

/** From so many months on, former colleagues know each other. */
const longTogetherMonths = 12;

function orNull(items: readonly string[]): readonly string[] | null {
  return when(items.length > 0, items);
}

/** What ties the person and the employer to the technologies of the team. */
export function technologiesIn({ person, company, team, features }: ReasoningFacts) {
  const { skills, employerUses: uses, technologyEmployers: employers } = features;
  const known = all(skills);
  const isTied = [...known, ...all(uses), ...employers].length > 0;
  const used = new Set(company.technologies.map((name) => name.toLowerCase()));
  const shared = person.skills.filter((name) => used.has(name.toLowerCase()));
  const others = person.skills.filter((name) => !shared.includes(name));
  const [former] = employers;
  return {
    /** Of the person, where they are among the team's. */
    skillsByKind: when(byKind(skills).length > 1, byKind(skills)),
    skills: orNull(known),
    someSkills: when(known.length > 0, listSome(known, 3)),
    skillsKind: kindOf(skills),
    clientSkill: skills.client[0] ?? null,
    clientSkills: orNull(skills.client),
    /** Of the employer. */
    client: orNull(uses.client),
    rivals: orNull(uses.competitor),
    complements: orNull(uses.complementary),
    clientAndRivals: when(uses.client.length > 0 && uses.competitor.length > 0, ''),
    ownRivals: orNull(uses.competitor.filter((name) => skills.competitor.includes(name))),
    rivalsAndClientSkills: when(uses.competitor.length > 0 && skills.client.length > 0, ''),
    someRivals: when(uses.competitor.length > 0, listSome(uses.competitor, 2)),
    someClient: when(uses.client.length > 0, listSome(uses.client, 2)),
    withComplements: uses.complementary.length > 0 ? `, next to ${list(uses.complementary)}, which complements it` : '',
    /** Of earlier employers. */
    former: former?.employer ?? null,
    formerTechnologies: former?.technologies ?? null,
    formers: when(
      employers.length > 1,
      employers.map(({ employer, technologies }) => `${employer} (${technologies.join(', ')})`),
    ),
    teamWithoutTechnologies: when(all(team.technologies).length === 0 && !isTied, ''),
    untied: when(!isTied, ''),
    noSkills: when(person.skills.length === 0, ''),
    sharedSkills: when(known.length === 0, orNull(shared)),
    otherSkills: others.length === 0 ? '' : `; other skills on record are ${listSome(others, 3)}`,
    ownSkills: when(known.length === 0, listSome(person.skills, 4)),
  };
}

function all({ client, competitor, complementary }: TeamTechnologies): string[] {
  return [...client, ...competitor, ...complementary];
}

function byKind({ client, competitor, complementary }: TeamTechnologies): string[] {
  return Object.entries({ client, competing: competitor, complementary })
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind} technology (${names.join(', ')})`);
}

/** For technologies of one kind. */
function kindOf({ client, competitor, complementary }: TeamTechnologies): string {
  if (client.length > 0) return 'client technology';
  return competitor.length > 0
    ? plural(competitor, 'a competing technology', 'competing technologies')
    : plural(complementary, 'a complementary technology', 'complementary technologies');
}

/** What ties the person to an employee of the client. */
export function linksIn({ features: { warmPath: path } }: ReasoningFacts) {
  const colleague = path?.employee.fullName ?? null;
  const title = path?.employee.title ?? null;
  const [strongest = null, ...weaker] = path === null ? [] : tiesOf(path);
  const employer = path?.sharedEmployer ?? null;
  const isLong = employer !== null && employer.months >= longTogetherMonths;
  const isThin = employer === null && path?.sharedSchool?.together !== true;
  return {
    anyColleague: colleague ?? 'an employee of the client',
    otherColleague: colleague === null ? 'an employee of the client' : `${colleague} of the client`,
    longEmployer: when(isLong, employer?.name ?? ''),
    longEmployerTime: span(employer?.months ?? 0),
    common: employer?.name ?? path?.sharedSchool?.name ?? path?.samePlace ?? null,
    colleague: when(path !== null, colleague),
    colleagueWithTitle: colleague === null || title === null ? colleague : `${colleague} (${title})`,
    thinTies: when(isThin && colleague !== null && strongest !== null, [strongest ?? '', ...weaker]),
    tie: when(colleague !== null, strongest),
    weakerTies: weaker.length === 0 ? '' : `. In addition, ${list(weaker)}`,
    unnamedColleague: when(path !== null && colleague === null, ''),
    unnamedTies: strongest === null ? '' : `. What they have in common: ${list([strongest, ...weaker])}`,
    linked: when(path !== null, ''),
    cold: when(path === null, ''),
  };
}

/** What the two have in common, the strongest first. */
function tiesOf({ factors, sharedEmployer, sharedSchool, samePlace }: WarmPath): string[] {
  const [employer, months] = [sharedEmployer?.name, sharedEmployer?.months ?? 0];
  const years = sharedSchool?.together ? ' in the same years' : ', though not as far as known in the same years';
  const ties: (readonly [number, string | null])[] = [
    [
      factors.sharedEmployer,
      employer ? `the two overlapped at ${employer}${months < 1 ? '' : ` for ${span(months)}`}` : null,
    ],
    [factors.sharedSchool, sharedSchool && `both studied at ${sharedSchool.name}${years}`],
    [factors.samePlace, samePlace && `both are in ${samePlace}`],
  ];
  return ties
    .sort(([one], [other]) => other - one)
    .map(([, text]) => text)
    .filter((text) => text !== null);
}

export function scoresIn({ scores }: ReasoningFacts) {
  const ranked = [
    { label: 'technical fit', points: Math.round(scores.technical) },
    { label: 'the buying role', points: Math.round(scores.buyer) },
    { label: 'receptiveness', points: Math.round(scores.receptive) },
    { label: 'the warm introduction', points: Math.round(scores.warmIntro) },
  ].sort((one, other) => other.points - one.points);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  return {
    composite: String(Math.round(scores.composite)),
    evenScores: when(best?.points === worst?.points, ''),
    best: best?.label ?? '',
    bestPoints: String(best?.points),
    worst: worst?.label ?? '',
    worstPoints: String(worst?.points),
  };
}
