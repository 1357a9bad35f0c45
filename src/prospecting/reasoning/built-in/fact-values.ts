import type { PersonaYears, ReasoningFacts } from '../../assessment/facts/candidate.js';
import { everywhere } from '../../assessment/team/team.js';
import { linksIn, scoresIn, technologiesIn } from './tie-values.js';
import { type FactValue, inYears, percent, span, when, withArticle } from './wording.js';

/** Up to so many months: a role is new, not yet settled, and has more than half of the points that its score can give. */
const newMonths = 6;
const settlingMonths = 18;
const openMonths = 44;
/** From so many months on a role is a habit. */
const longMonths = 60;
/** Growth and decline of the technical headcount that are worth a word, in per cent a year. */
const notableGrowth = 8;
const notableDecline = -3;
/** Years in related positions from which an opinion is one of experience, and up to which it is not yet. */
const experiencedYears = 6;
const beginnerYears = 2;

/** Everything that a sentence may tell, by the name that the sentences have for it. */
export function factValues(facts: ReasoningFacts) {
  return {
    always: '',
    ...namesIn(facts),
    ...timesIn(facts),
    ...growthIn(facts),
    ...ranksIn(facts),
    ...personasIn(facts),
    ...technologiesIn(facts),
    ...linksIn(facts),
    ...scoresIn(facts),
  } satisfies Record<string, FactValue>;
}

function namesIn({ person, company: employer, team, features }: ReasoningFacts) {
  const name = person.fullName || person.firstName || 'this person';
  const company = employer.name || 'the company';
  /** `Head of Data at Acme`; stands beside the name. */
  const position = person.title === '' ? `an employee of ${company}` : `${person.title} at ${company}`;
  const isOneOfMany = features.seniority === 'seniority_ic' && namesDoer(person.title);
  const { region } = features;
  const isRegionTold =
    region === '' || region === everywhere || person.location.toLowerCase().includes(region.toLowerCase());
  const [point] = Object.entries(team.talkingPoints);
  return {
    name,
    company,
    position,
    /** `Head of Data at Acme` or `a Data Engineer at Acme`; stands behind "is". */
    holding: isOneOfMany ? withArticle(position) : position,
    first: person.firstName || name,
    as: person.title === '' ? '' : ` as ${person.title}`,
    industry: employer.industry,
    location: when(person.location !== '', person.location),
    area: isRegionTold ? '' : ` (sales region: ${region})`,
    region: when(!isRegionTold, region),
    pointAbout: point?.[0] ?? null,
    point: point?.[1] ?? null,
  };
}

/** Whether a title is an English word for people who do a job; "Director of" and the like name a post. */
function namesDoer(title: string): boolean {
  const [head = ''] = title.split(/,| - | [/|(] ?| (?:of|in|for|to|at|und|de|i+)\b/i, 1);
  const doer = /(?:[aeo]r|ist|ant|ian|ect|ate|sel|lyst|ive|ern|pert|fellow|agent|nurse|pilot)$/i;
  return /^\p{Lu}/u.test(head) && doer.test(head);
}

function timesIn({ features }: ReasoningFacts) {
  const { monthsInRole: months, monthsSincePromotion: sincePromotion, recentTitles } = features;
  const time = months === null ? null : span(months);
  const upTo = (max: number) => when(months !== null && months <= max, time);
  const promotedAgo = sincePromotion === null ? null : span(sincePromotion);
  const isPromotedIntoRole = months !== null && months === sincePromotion;
  const isPromotedLately = sincePromotion !== null && sincePromotion <= settlingMonths;
  const titles = recentTitles.slice(0, 5).map((title) => (title.includes(',') ? `"${title}"` : title));
  return {
    noRoleStart: when(months === null && recentTitles.length > 0, ''),
    noHistory: when(months === null, ''),
    roleTime: time,
    newTime: upTo(newMonths),
    settlingTime: upTo(settlingMonths),
    openTime: upTo(openMonths),
    formingTime: upTo(longMonths - 1),
    longTime: when(months !== null && months >= longMonths, time),
    promotedLately: when(isPromotedLately, promotedAgo),
    promotedIntoRole: when(isPromotedIntoRole, time),
    promotedIntoRoleLately: when(isPromotedIntoRole && isPromotedLately, time),
    promotedBefore: when(months !== null && !isPromotedIntoRole, promotedAgo),
    noPromotion: when(months !== null && months >= settlingMonths && sincePromotion === null, ''),
    titleBefore: when(titles.length === 2, titles[1] ?? ''),
    titles: when(titles.length > 2, titles),
    titlesOldestFirst: when(titles.length > 2, [...titles].reverse()),
  };
}

function growthIn({ features: { techGrowthPercent: change } }: ReasoningFacts) {
  const by = percent(change ?? 0);
  const isKnown = change !== null;
  return {
    unchanged: when(isKnown && by === '0%', ''),
    growing: when(isKnown && change >= notableGrowth, by),
    shrinking: when(isKnown && change <= notableDecline, by),
    upSlightly: when(isKnown && change > 0, by),
    downSlightly: when(isKnown, by),
  };
}

const seniorTitle = /\b(?:senior|sr|staff|principal|lead|architect|expert|distinguished|fellow)\b/i;

function ranksIn({ person, features }: ReasoningFacts) {
  const { seniority, fieldYears, leadingYears } = features;
  const isSpecialist = seniority === 'seniority_ic';
  const years = inYears(fieldYears);
  return {
    executive: when(seniority === 'seniority_executive', ''),
    director: when(seniority === 'seniority_director', ''),
    teamLead: when(seniority === 'seniority_teamlead', ''),
    seniorSpecialist: when(isSpecialist && seniorTitle.test(person.title), ''),
    experiencedSpecialist: when(isSpecialist && fieldYears >= experiencedYears, years),
    beginner: when(isSpecialist && fieldYears > 0 && fieldYears < beginnerYears, ''),
    specialist: when(isSpecialist, ''),
    title: when(person.title !== '', ''),
    leadingYears: when(leadingYears > 0 && !isSpecialist, inYears(leadingYears)),
    longLeadingYears: when(leadingYears >= 3 && !isSpecialist, inYears(leadingYears)),
    formerLeadingYears: when(leadingYears > 0, inYears(leadingYears)),
    fieldYears: when(fieldYears > 0, years),
    shortFieldYears: when(fieldYears > 0 && fieldYears < beginnerYears, years),
    longFieldYears: when(fieldYears >= 5, years),
  };
}

function personasIn({ features: { currentPersonas, lifetimePersonas, personaFit } }: ReasoningFacts) {
  const [best, second] = currentPersonas;
  const [former] = lifetimePersonas;
  const lifetime = lifetimePersonas.find(({ persona }) => persona === best?.persona);
  return {
    persona: best ? nameOf(best) + timeAs(best, lifetime) : null,
    personaRest: `${personaFit < 1 ? '; the team weighs this persona below others' : ''}${second ? `; ${nameOf(second)} fits as well` : ''}`,
    formerPersona: former ? `${nameOf(former)}, for ${inYears(former.years)}` : null,
  };
}

/** The classifier's tag for information technology would read as a pronoun. */
function nameOf({ persona }: PersonaYears): string {
  return persona === 'it' ? 'IT' : persona;
}

/** The time of a persona includes earlier positions, at other employers too, which the sentences have to say. */
function timeAs(current: PersonaYears, lifetime: PersonaYears | undefined): string {
  const inAll = lifetime?.years ?? 0;
  if (current.years <= 0) return inAll <= 0 ? '' : `, with ${inYears(inAll)} in positions of that kind`;
  if (inAll <= current.years) return `, for ${inYears(current.years)}`;
  return `, for ${inYears(current.years)} in this position and ${inYears(inAll)} in all positions of that kind`;
}
