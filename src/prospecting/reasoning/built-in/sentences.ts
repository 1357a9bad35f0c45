import type {
  PersonaYears,
  ProspectFeatures,
  ReasoningFacts,
  TeamTechnologies,
  TechnologyEmployer,
  WarmPath,
} from '../../assessment/facts/candidate.js';
import { everywhere } from '../../assessment/team/team.js';
import { inYears, list, percent, span, withArticle, withClosingComma } from './wording.js';

/** A sentence about one fact, without the full stop at its end; null when the fact is not on record. */
type Sentence = string | null;

/** The facts about a person, and the names that the sentences use for the person and the employer. */
export interface Subject extends ReasoningFacts {
  /** The name in the first sentence, such as `Jane Miller`. */
  readonly name: string;
  /** The first name of the person, such as `Jane`. All sentences after the first one use it. */
  readonly first: string;
  /** The name of the employer, such as `Acme`. */
  readonly employer: string;
}

/** A role counts as new for up to this number of months. */
const newMonths = 6;
/** For up to this number of months in a role, a person has not settled in it yet. */
const settlingMonths = 18;
/**
 * Up to this number of months in a role, the time in the role gives more than half of the points that it can give to the receptive
 * score.
 */
const openMonths = 44;
/** From this number of months in a role on, a person has settled habits in it. */
const longMonths = 60;
/** Former colleagues probably know each other if they were at the same employer for at least this number of months. */
const longTogetherMonths = 12;
/**
 * The changes of the technical headcount, in per cent a year, that are worth a sentence: growth of at least 8, or a fall of at
 * least 3.
 */
const notableGrowth = 8;
const notableDecline = -3;
/**
 * A person with at least `experiencedYears` in related positions counts as experienced, and one with less than `beginnerYears` as a
 * beginner.
 */
const experiencedYears = 6;
const beginnerYears = 2;

/** Writes the section SUMMARY: who the person is, the three most striking facts, and the scores. */
export function summary(subject: Subject): Sentence[] {
  const { name, person, company, features, scores } = subject;
  const base = person.location === '' ? '' : `, based in ${person.location}`;
  const points = strikingFacts(subject);
  return [
    `${withClosingComma(name)} is ${position(subject)}${base}`,
    isWorthTelling(features.region, person.location) ? `The sales region is ${features.region}` : null,
    points.length === 0 && company.industry !== null ? `The industry is ${company.industry}` : null,
    ...points.slice(0, 3),
    ...scoreSentences(scores),
  ];
}

/**
 * The title and the employer, in the form in which they follow "is": `Head of Data at Acme` or, with an article, `a Data Engineer
 * at Acme`.
 */
function position({ person: { title }, features, employer }: Subject): string {
  if (title === '') return `an employee of ${employer}`;
  const held = `${title} at ${employer}`;
  return features.seniority === 'seniority_ic' && namesDoer(title) ? withArticle(held) : held;
}

/**
 * Whether a title is an English word for someone who does a job, and so needs an article: "a Data Engineer", but "Head of Data"
 * without one.
 */
function namesDoer(title: string): boolean {
  const [head = ''] = title.split(/,| - | [/|(] ?| (?:of|in|for|to|at|und|de|i+)\b/i, 1);
  const doer = /(?:[aeo]r|ist|ant|ian|ect|ate|sel|lyst|ive|ern|ee|pert|fellow|agent|nurse|pilot)$/i;
  return /^\p{Lu}/u.test(head) && doer.test(head);
}

function isWorthTelling(region: string, location: string): boolean {
  return region !== '' && region !== everywhere && !location.toLowerCase().includes(region.toLowerCase());
}

/**
 * Sentences about the facts that are on record, the most striking first. Each sentence has a topic, such as `role`. Of several
 * sentences on one topic only the first is returned.
 */
function strikingFacts(subject: Subject): string[] {
  const { first, employer, features } = subject;
  const { monthsInRole, monthsSincePromotion, techGrowthPercent: growth, warmPath } = features;
  const { skills, employerUses: uses } = features;
  const [former] = features.technologyEmployers;
  const known = [...skills.client, ...skills.competitor, ...skills.complementary];
  const link = warmPath && linkTo(first, warmPath);
  const role = monthsInRole === null ? null : timeInRole(first, monthsInRole);
  const isLongTogether = (warmPath?.sharedEmployer?.months ?? 0) >= longTogetherMonths;
  const isNewOrLong = monthsInRole !== null && (monthsInRole <= newMonths || monthsInRole >= longMonths);
  const isGrowthNotable = growth !== null && (growth >= notableGrowth || growth <= notableDecline);
  const facts: readonly (readonly [matter: string, sentence: Sentence])[] = [
    ['link', isLongTogether ? link : null],
    ['role', recentPromotion(first, monthsInRole, monthsSincePromotion)],
    [
      'earlier employer',
      former === undefined ? null : `${first} worked at ${former.employer} while it used ${list(former.technologies)}`,
    ],
    ['role', isNewOrLong ? role : null],
    ['technologies', uses.competitor.length > 0 ? `${employer} uses ${ofKind('competing', uses.competitor)}` : null],
    ['skills', known.length > 0 ? `${first}'s skills include ${list(known.slice(0, 3))}` : null],
    ['growth', isGrowthNotable ? headcount(employer, growth) : null],
    ['technologies', uses.client.length > 0 ? `${employer} already uses ${ofKind('client', uses.client)}` : null],
    ['link', link],
    ['experience', features.leadingYears >= 3 && !isSpecialist(features) ? yearsOfLeading(first, features) : null],
    ['experience', features.fieldYears >= 5 ? yearsInField(first, features) : null],
    ['role', role],
  ];
  const told = new Map<string, string>();
  for (const [matter, sentence] of facts) if (sentence !== null && !told.has(matter)) told.set(matter, sentence);
  return [...told.values()];
}

function recentPromotion(first: string, monthsInRole: number | null, monthsSincePromotion: number | null): Sentence {
  if (monthsSincePromotion === null || monthsSincePromotion > settlingMonths) return null;
  const into = monthsInRole === monthsSincePromotion ? ' into the current role' : '';
  return `${first} was promoted${into} ${span(monthsSincePromotion)} ago`;
}

function timeInRole(first: string, months: number): string {
  if (months <= newMonths) return `${first} started in the current role ${span(months)} ago`;
  return `${first} has been in the current role for ${span(months)}`;
}

function scoreSentences({
  technical: fit,
  buyer: buying,
  receptive: openness,
  warmIntro: introduction,
  composite,
}: ReasoningFacts['scores']): Sentence[] {
  const parts = [
    { name: 'technical fit', points: Math.round(fit) },
    { name: 'the buying role', points: Math.round(buying) },
    { name: 'receptiveness', points: Math.round(openness) },
    { name: 'the warm introduction', points: Math.round(introduction) },
  ].sort((one, other) => other.points - one.points);
  const [best, worst] = [parts[0], parts.at(-1)];
  const total = `The composite score is ${Math.round(composite)}`;
  if (best === undefined || worst === undefined || best.points === worst.points) {
    return [`${total}, and its four parts are equal`];
  }
  return [
    total,
    `Its strongest part is ${best.name} (${best.points}) and its weakest is ${worst.name} (${worst.points})`,
  ];
}

/**
 * Writes the section TECHNICAL: what connects the person and the employer with the team's technologies, and the years of
 * experience.
 */
export function technical({ first, employer, person, company, team, features }: Subject): Sentence[] {
  const [known, used] = [kindsIn(features.skills), kindsIn(features.employerUses)];
  const isLinked = known.length + used.length + features.technologyEmployers.length > 0;
  const hasNamedAny = kindsIn(team.technologies).length > 0;
  return [
    known.length > 0 ? `${first}'s skills include ${list(known)}` : null,
    used.length > 0 ? `${employer} uses ${list(used)}` : null,
    earlierEmployers(first, features.technologyEmployers),
    isLinked || hasNamedAny ? null : `The team has named no technologies to compare with ${first}'s skills`,
    hasNamedAny && !isLinked ? `Nothing on record links ${first} or ${employer} to the team's technologies` : null,
    features.fieldYears > 0 ? yearsInField(first, features) : null,
    ...(known.length > 0 ? [] : otherSkills(first, person.skills, employer, company.technologies)),
  ];
}

/** The names of technologies after their kind: `the client technology Kafka`, `the client technologies Kafka and Java`. */
function ofKind(kind: string, names: readonly string[]): string {
  return `the ${kind} ${names.length === 1 ? 'technology' : 'technologies'} ${list(names)}`;
}

function kindsIn({ client, competitor, complementary }: TeamTechnologies): string[] {
  return Object.entries({ client, competing: competitor, complementary })
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => ofKind(kind, names));
}

function earlierEmployers(first: string, employers: readonly TechnologyEmployer[]): Sentence {
  const [one, ...others] = employers;
  if (one === undefined) return null;
  if (others.length === 0) {
    return `${one.employer} used ${ofKind('client', one.technologies)} while ${first} worked there`;
  }
  const all = employers.map(({ employer, technologies }) => `${employer} (${technologies.join(', ')})`);
  return `Earlier employers used client technology while ${first} worked there: ${list(all)}`;
}

function yearsInField(first: string, { fieldYears }: ProspectFeatures): string {
  const years = fieldYears < beginnerYears ? `only ${inYears(fieldYears)}` : inYears(fieldYears);
  return `${first} has ${years} of experience in this and related positions`;
}

/** Sentences about skills that are not in the team's lists: first the skills that the employer uses, then other skills. */
function otherSkills(
  first: string,
  skills: readonly string[],
  employer: string,
  technologies: readonly string[],
): Sentence[] {
  const used = new Set(technologies.map((name) => name.toLowerCase()));
  const shared = skills.filter((name) => used.has(name.toLowerCase()));
  const others = skills.filter((name) => !shared.includes(name));
  if (skills.length === 0) return [`No skills of ${first} are on record`];
  if (shared.length === 0) return [`${first}'s skills include ${list(others.slice(0, 4))}`];
  return [
    `${first}'s skills include ${list(shared)}, which ${employer} uses`,
    others.length > 0 ? `Other skills include ${list(others.slice(0, 3))}` : null,
  ];
}

/**
 * Writes the section BUYER: the part that the person probably has in a purchase, judged by seniority, years of leading people,
 * personas and earlier titles.
 */
export function buyer(subject: Subject): Sentence[] {
  const { first, features } = subject;
  const titles = features.recentTitles.slice(0, 5).map((title) => (title.includes(',') ? `"${title}"` : title));
  return [
    partInPurchase(subject),
    features.leadingYears > 0 ? yearsOfLeading(first, features) : null,
    ...personas(first, features),
    titles.length === 2 ? `${first}'s previous title was ${titles[1] ?? ''}` : null,
    titles.length > 2 ? `${first}'s titles of the last five years, newest first, are ${list(titles)}` : null,
  ];
}

const seniorTitle = /\b(?:senior|sr|staff|principal|lead|architect|expert|distinguished|fellow)\b/i;

function partInPurchase({ first, person: { title }, features: { seniority, fieldYears } }: Subject): string {
  switch (seniority) {
    case 'seniority_executive':
      return `At executive level, ${first} is likely to have the final say on a purchase`;
    case 'seniority_director':
      return `At director level, ${first} is likely to have a budget and a say in how it is spent`;
    case 'seniority_teamlead':
      return `As a team lead, ${first} is more likely to recommend a purchase than to approve it`;
    case 'seniority_ic':
      break;
    default:
      if (title === '') return `No title is on record, so ${first}'s part in a purchase is unknown`;
      return `The title does not show a rank, so ${first}'s part in a purchase is unknown`;
  }
  if (seniorTitle.test(title)) {
    return `As a senior specialist without a team to lead, ${first} is likely to advise on a purchase but not to approve it`;
  }
  if (fieldYears >= experiencedYears) {
    return `${first} leads no team, but has ${inYears(fieldYears)} in related positions and is likely to advise on a purchase`;
  }
  if (fieldYears > 0 && fieldYears < beginnerYears) {
    return `${first} leads no team and has little experience, so is more likely to use a product than to choose it`;
  }
  return `${first} leads no team, so is more likely to use a product or to advise on it than to buy it`;
}

function isSpecialist({ seniority }: ProspectFeatures): boolean {
  return seniority === 'seniority_ic';
}

function yearsOfLeading(first: string, features: ProspectFeatures): string {
  const years = inYears(features.leadingYears);
  return isSpecialist(features)
    ? `In earlier positions, ${first} led people for ${years}`
    : `${first} has led people for ${years}`;
}

function personas(first: string, { currentPersonas, lifetimePersonas, personaFit }: ProspectFeatures): Sentence[] {
  const [best, second] = currentPersonas;
  const [former] = lifetimePersonas;
  if (best !== undefined) {
    const priority = personaFit < 1 ? ", which is not the team's top priority" : '';
    return [
      `${first}'s title fits the persona ${nameOf(best)}${priority}`,
      timeAs(first, best, lifetimePersonas),
      second === undefined ? null : `The title also fits the persona ${nameOf(second)}`,
    ];
  }
  if (former === undefined) return [`None of ${first}'s titles fits a persona`];
  const years = inYears(former.years);
  return [`${first}'s current title fits no persona, but earlier ones fit the persona ${nameOf(former)}, for ${years}`];
}

/**
 * A sentence about the years in positions of a persona. The years include earlier positions, even at other employers, so the
 * sentence also says how many of them were in the current position.
 */
function timeAs(first: string, current: PersonaYears, lifetime: readonly PersonaYears[]): Sentence {
  const inAll = lifetime.find(({ persona }) => persona === current.persona)?.years ?? 0;
  if (inAll > current.years) {
    const ofThese = current.years > 0 ? `, including ${inYears(current.years)} in the current one` : '';
    return `${first} has been in positions of that kind for ${inYears(inAll)}${ofThese}`;
  }
  return current.years > 0 ? `${first} has been in a position of that kind for ${inYears(current.years)}` : null;
}

/**
 * The name of a persona in a sentence. The classifier's tag `it` stands for information technology and becomes "IT", because "it"
 * would read as a pronoun.
 */
function nameOf({ persona }: PersonaYears): string {
  return persona === 'it' ? 'IT' : persona;
}

/**
 * Writes the section RECEPTIVE: whether this is a good moment, judged by the time in the role, promotions, the growth of the
 * company, and the technologies in use.
 */
export function receptive({ first, employer, features }: Subject): Sentence[] {
  const { monthsInRole, monthsSincePromotion, techGrowthPercent } = features;
  return [
    monthsInRole === null ? `It is not on record when ${first} took the current role` : moment(first, monthsInRole),
    promotion(first, monthsInRole, monthsSincePromotion),
    techGrowthPercent === null
      ? `It is not on record how the technical headcount at ${employer} has changed`
      : headcount(employer, techGrowthPercent),
    technologyInPlace(first, employer, features),
  ];
}

function moment(first: string, months: number): string {
  const time = timeInRole(first, months);
  if (months <= newMonths) return `${time}, which is a good time to propose something new`;
  if (months <= settlingMonths) return `${time}, long enough to know what is missing and short enough to change it`;
  if (months <= openMonths) return `${time} and may still be open to something new`;
  if (months < longMonths) return `${time}, so habits may have formed`;
  return `${time}, so a change would have to break settled habits`;
}

/** A sentence about the last promotion. A new title with the same seniority, or at another employer, is not a promotion. */
function promotion(first: string, monthsInRole: number | null, monthsSincePromotion: number | null): Sentence {
  if (monthsSincePromotion === null) {
    const isOverdue = monthsInRole !== null && monthsInRole >= settlingMonths;
    return isOverdue ? 'No rise to a higher level at the same employer is on record' : null;
  }
  if (monthsInRole === monthsSincePromotion) return 'The role came with a promotion';
  return `${first}'s last promotion on record was ${span(monthsSincePromotion)} ago`;
}

function headcount(employer: string, growth: number): string {
  const by = percent(growth);
  if (by === '0%') return `The technical headcount at ${employer} is the same as a year ago`;
  const change = growth > 0 ? 'grew' : 'fell';
  const isSlight = growth < notableGrowth && growth > notableDecline;
  const amount = isSlight ? `slightly, by ${by},` : `by ${by}`;
  return `The technical headcount at ${employer} ${change} ${amount} in the last twelve months`;
}

function technologyInPlace(
  first: string,
  employer: string,
  { skills, employerUses: uses }: ProspectFeatures,
): Sentence {
  const inPlace = [uses.competitor, uses.client, uses.complementary].find((names) => names.length > 0);
  if (inPlace === undefined) return null;
  const familiar = uses.competitor.filter((name) => skills.competitor.includes(name));
  if (familiar.length > 0) {
    return `${first} knows ${list(familiar)}, which ${employer} uses, and can judge what a change would bring and cost`;
  }
  const alreadyUses = `${employer} already uses ${list(inPlace)}`;
  if (inPlace === uses.client) return `${alreadyUses}, so there is less to explain`;
  if (inPlace === uses.complementary) return `${alreadyUses}, which makes a start easier`;
  if (skills.client.length > 0) return `${alreadyUses}, but ${first} knows ${list(skills.client)} and can compare`;
  return `${alreadyUses}, so a change has to be worth the effort`;
}

/**
 * Writes the section WARM INTRO: who can introduce the person, and a talking point of the team. If no one can, it says with what a
 * message to the person can begin.
 */
export function warmIntro({ first, features, team }: Subject): Sentence[] {
  const { warmPath } = features;
  const [point] = Object.entries(team.talkingPoints);
  return [
    ...(warmPath === null
      ? [
          `No employee of the client is known to share an employer, a school or a town with ${first}, so the first contact would be a cold one`,
          occasion(first, features),
        ]
      : [introducer(first, warmPath), ...sharedPast(first, warmPath)]),
    point === undefined ? null : `The team's talking point on ${point[0]}: "${point[1]}"`,
  ];
}

function introducer(first: string, { employee, sharedEmployer, sharedSchool }: WarmPath): string {
  const { fullName, title } = employee;
  if (fullName === null)
    return `The employee of the client with the closest link to ${first} is a person whose name is not on record`;
  const colleague = title === null ? fullName : `${fullName} (${title})`;
  const isStrong = sharedEmployer !== null || sharedSchool?.together === true;
  if (isStrong) return `${colleague} is the best person to ask for an introduction`;
  return `The employee of the client with the closest link to ${first} is ${colleague}, but this link is weak`;
}

/** A sentence about the most important thing that the person has in common with an employee of the client. */
function linkTo(first: string, path: WarmPath): Sentence {
  const { fullName } = path.employee;
  const colleague = fullName === null ? 'an employee of the client' : `${withClosingComma(fullName)} of the client`;
  const [tie] = tiesOf(path);
  return tie === undefined ? null : `${first} and ${colleague} ${tie}`;
}

/**
 * Sentences about everything that the person has in common with the client's employee. The sentence before these names the
 * employee.
 */
function sharedPast(first: string, path: WarmPath): string[] {
  const colleague = withClosingComma(path.employee.fullName ?? 'this employee');
  return tiesOf(path).map((tie, index) => `${index === 0 ? `${first} and ${colleague}` : 'They'} ${tie}`);
}

/**
 * What two people have in common, the most important first. Each text continues a sentence that begins with their names, such as
 * `both worked at Globex at the same time for 14 months`.
 */
function tiesOf({ factors, sharedEmployer, sharedSchool, samePlace }: WarmPath): string[] {
  const time = sharedEmployer === null || sharedEmployer.months < 1 ? '' : ` for ${span(sharedEmployer.months)}`;
  const years = sharedSchool?.together
    ? ' in the same years'
    : ', but are not known to have been there in the same years';
  const ties: (readonly [points: number, tie: string | null])[] = [
    [factors.sharedEmployer, sharedEmployer && `both worked at ${sharedEmployer.name} at the same time${time}`],
    [factors.sharedSchool, sharedSchool && `both studied at ${sharedSchool.name}${years}`],
    [factors.samePlace, samePlace && `are both based in ${samePlace}`],
  ];
  return ties
    .sort(([one], [other]) => other - one)
    .map(([, tie]) => tie)
    .filter((tie) => tie !== null);
}

/**
 * A sentence that suggests how a message to the person can begin. It is used if no employee of the client has anything in common
 * with the person.
 */
function occasion(first: string, features: ProspectFeatures): Sentence {
  const { monthsInRole, monthsSincePromotion, technologyEmployers, skills } = features;
  const [former] = technologyEmployers;
  const [skill] = skills.client;
  if (former !== undefined) return `The message can refer to ${first}'s time at ${former.employer}`;
  if (monthsSincePromotion !== null && monthsSincePromotion <= settlingMonths) {
    return 'The message can begin with congratulations on the promotion';
  }
  if (monthsInRole !== null && monthsInRole <= newMonths) return 'The message can begin with the new role';
  return skill === undefined ? null : `The message can begin with ${skill}, which ${first} knows`;
}
