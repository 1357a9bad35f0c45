import type { ProspectFeatures, WarmPath } from '../../assessment/candidate.js';
import { isPromotedLately, list, newMonths, paragraph, possessive, span, type Telling } from './wording.js';

/** Through whom and over what the first contact can be made, or that it would be a cold one. */
export function warmIntroOf(telling: Telling): string {
  const path = telling.facts.features.warmPath;
  return paragraph([...(path === null ? coldOf(telling) : linkedOf(telling, path)), talkingPointOf(telling)]);
}

function linkedOf(telling: Telling, path: WarmPath): string[] {
  const { first, say } = telling;
  const { fullName, title } = path.employee;
  if (fullName === null) return unnamed(path);
  const colleague = title === null ? fullName : `${fullName} (${title})`;
  const [strongest, ...weaker] = tiesOf(path);
  if (strongest === undefined) return [`${colleague} is the closest link to ${first} on the client's side`];
  if (isThin(path)) return [thinLink(telling, colleague, list([strongest, ...weaker]))];
  return [
    say('link', [
      `${colleague} is the way in: ${strongest}`,
      `The strongest link on the client's side is ${colleague}: ${strongest}`,
      `An introduction is best asked of ${colleague}: ${strongest}`,
      `${colleague} may make the introduction, since ${strongest}`,
    ]),
    weaker.length === 0 ? '' : `In addition, ${list(weaker)}`,
  ];
}

/** Whether the two may never have met. */
function isThin({ sharedEmployer, sharedSchool }: WarmPath): boolean {
  return sharedEmployer === null && sharedSchool?.together !== true;
}

function thinLink({ first, say }: Telling, colleague: string, ties: string): string {
  return say('thin link', [
    `The nearest contact on the client's side is ${colleague}: ${ties}`,
    `A thin link leads to ${colleague}: ${ties}`,
    `Nobody on the client's side is closer to ${first} than ${colleague}, though the link is thin: ${ties}`,
  ]);
}

function unnamed(path: WarmPath): string[] {
  const ties = tiesOf(path);
  return [
    'An employee of the client, whose name is not on record, is the closest link',
    ties.length === 0 ? '' : `What they have in common: ${list(ties)}`,
  ];
}

/** What the two have in common, the strongest first. */
function tiesOf({ factors, sharedEmployer, sharedSchool, samePlace }: WarmPath): string[] {
  const ties = [
    { points: factors.sharedEmployer, text: sharedEmployer && employerTie(sharedEmployer) },
    { points: factors.sharedSchool, text: sharedSchool && schoolTie(sharedSchool) },
    { points: factors.samePlace, text: samePlace && `both are in ${samePlace}` },
  ];
  return ties
    .sort((one, next) => next.points - one.points)
    .map(({ text }) => text)
    .filter((text) => text !== null);
}

function employerTie({ name, months }: NonNullable<WarmPath['sharedEmployer']>): string {
  return months < 1 ? `the two overlapped at ${name}` : `the two overlapped at ${name} for ${span(months)}`;
}

function schoolTie({ name, together }: NonNullable<WarmPath['sharedSchool']>): string {
  return together
    ? `both studied at ${name} in the same years`
    : `both studied at ${name}, though not as far as known in the same years`;
}

function coldOf(telling: Telling): string[] {
  const { first, say } = telling;
  const cold = say('cold', [
    `No employee of the client shares an employer, a school or a town with ${first} on record, so the first contact would be a cold one`,
    `The client's side has no link to ${first} on record: no common employer, school or town`,
    `A warm way in is not on record; ${first} would have to be approached cold`,
    `Nobody on the client's side is known to have a past in common with ${first}`,
  ]);
  return [cold, occasionOf(telling)];
}

/** What a message to a stranger can begin with. */
function occasionOf({ facts, first, say }: Telling): string {
  const { features } = facts;
  const [former] = features.technologyEmployers;
  const [technology] = features.skills.client;
  if (former !== undefined) {
    return say('reference', [
      `${possessive(first)} time at ${former.employer} is something to refer to`,
      `A reference to ${former.employer} may take the place of an introduction`,
    ]);
  }
  if (isPromotedLately(features))
    return say('promotion', [
      'The promotion is an occasion to write',
      'Congratulations on the promotion can open the message',
    ]);
  if (isNew(features))
    return say('start', [
      'The new role is an occasion to write',
      `${possessive(first)} start in the role can open the message`,
    ]);
  return technology === undefined ? '' : `Common ground to begin with is ${technology}`;
}

function isNew({ monthsInRole }: ProspectFeatures): boolean {
  return monthsInRole !== null && monthsInRole <= newMonths;
}

/** The team's own words for somebody like this, word for word. */
function talkingPointOf({ facts, say }: Telling): string {
  const [point] = Object.entries(facts.team.talkingPoints);
  if (point === undefined) return '';
  const [about, text] = point;
  return say('point', [`The team's talking point on ${about} fits: "${text}"`, `To open with, on ${about}: "${text}"`]);
}
