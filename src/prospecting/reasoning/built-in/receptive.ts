import {
  isOrAre,
  isPromotedIntoRole,
  list,
  longMonths,
  newMonths,
  notableDecline,
  notableGrowth,
  openMonths,
  paragraph,
  percent,
  plural,
  possessive,
  settlingMonths,
  span,
  type Telling,
} from './wording.js';

/** Whether the moment is a good one: time in the role, promotion, the company's technical staff, what is in place. */
export function receptiveOf(telling: Telling): string {
  return paragraph([roleOf(telling), promotionOf(telling), growthOf(telling), placeOfTechnology(telling)]);
}

function roleOf(telling: Telling): string {
  const { facts, first, say } = telling;
  const { features } = facts;
  const months = features.monthsInRole;
  if (months === null) {
    return features.recentTitles.length === 0
      ? `No dated history is on record, so how long ${first} has been in the role is unknown`
      : `When ${first} took the current role is not on record`;
  }
  const time = span(months);
  if (isPromotedIntoRole(features)) return promotedInto(first, time, months, say);
  if (months <= newMonths) {
    return say('new', [
      `With ${time} in the role, ${first} is unlikely to be bound to earlier choices`,
      `${first} started ${time} ago, early enough to speak for an open ear`,
      `The role is new to ${first}, ${time} so far, and a new role is an occasion to look at things afresh`,
    ]);
  }
  if (months <= settlingMonths) {
    return say('settling', [
      `${time} into the role, ${first} is past the start but not yet settled`,
      `${first} has held the role for ${time}: long enough to know what is missing, short enough to change it`,
      `The role is still fairly recent, ${time} so far`,
    ]);
  }
  return months <= openMonths ? stillOpen(telling, time) : grownHabit(telling, time, months);
}

function stillOpen({ first, say }: Telling, time: string): string {
  return say('open', [
    `${first} has held the role for ${time}, which still speaks for an open ear, if less than a newer start would`,
    `${time} in the role leaves room for a fresh look, though less than the first months do`,
    `At ${time} in the role, ${first} is past the start and still likely to hear out something new`,
  ]);
}

function grownHabit({ first, say }: Telling, time: string, months: number): string {
  if (months < longMonths) {
    return say('middle', [
      `${first} has held the role for ${time}, closer to a habit than to a fresh start`,
      `${time} in the role is on the way to a habit`,
      `At ${time} in the role, its start lies behind ${first}, and habits may have formed`,
    ]);
  }
  return say('long', [
    `${time} in one role speaks for settled habits, and for knowing where they hurt`,
    `${first} has been in the role for ${time}, so a change has to be worth breaking a habit`,
    `After ${time} in the same role, ${first} is more likely to wait to be convinced than to look around`,
  ]);
}

function promotedInto(first: string, time: string, months: number, say: Telling['say']): string {
  if (months > settlingMonths) return `The current role came with a promotion, ${time} ago`;
  return say('promoted', [
    `The current role came with a promotion ${time} ago, so ${first} knows the house and has new room to decide`,
    `Promoted ${time} ago, ${first} has a role to fill that is new, at an employer that is not`,
    `A promotion ${time} ago, into the role now held, speaks for an open ear`,
  ]);
}

/** Titles may well have changed within a level, or with the employer. */
const noPromotion = [
  'No step up in seniority within an employer is on record',
  'The record shows no rise in seniority at one employer',
  '',
];

function promotionOf({ facts, say }: Telling): string {
  const { features } = facts;
  const months = features.monthsSincePromotion;
  if (features.monthsInRole === null || isPromotedIntoRole(features)) return '';
  if (months === null) {
    return features.monthsInRole < settlingMonths ? '' : say('no promotion', noPromotion);
  }
  return say('promotion', [
    `The last promotion on record was ${span(months)} ago`,
    `The last rise in rank dates back ${span(months)}`,
  ]);
}

function growthOf({ facts, company, say }: Telling): string {
  const change = facts.features.techGrowthPercent;
  if (change === null) {
    return say('unknown growth', [
      `Whether ${possessive(company)} technical staff is growing is not on record`,
      `There are no headcounts of ${company} to judge its growth by`,
      `How the technical headcount at ${company} has moved in the last year is unknown`,
    ]);
  }
  const by = percent(change);
  if (by === '0%') return `The technical headcount at ${company} is where it was twelve months ago`;
  if (change >= notableGrowth) {
    return say('growing', [
      `${company} has enlarged its technical staff by ${by} in twelve months, which speaks for new needs`,
      `A technical headcount ${by} larger than a year ago means that ${company} has more people to equip`,
    ]);
  }
  if (change <= notableDecline) {
    return say('shrinking', [
      `${company} has ${by} fewer technical staff than a year ago, which speaks for caution with new spending`,
      `The technical headcount at ${company} fell by ${by} in twelve months; savings may be the easier case to make there`,
    ]);
  }
  const [grew, up] = change > 0 ? ['grew', 'up'] : ['shrank', 'down'];
  return say('level', [
    `The technical headcount at ${company} ${grew} by ${by} in twelve months, too little to press either way`,
    `${company} is close to level in technical headcount: ${up} ${by} on a year ago`,
  ]);
}

function placeOfTechnology({ facts, first, company, say }: Telling): string {
  const { skills, employerUses } = facts.features;
  const { competitor, client, complementary } = employerUses;
  const ownRivals = competitor.filter((name) => skills.competitor.includes(name));
  if (ownRivals.length > 0) {
    const rivals = list(ownRivals);
    return say('own rivals', [
      `${rivals}, in place at ${company}, ${isOrAre(ownRivals)} among ${possessive(first)} own skills, so a change would touch familiar ground`,
      `${first} knows ${rivals}, which ${isOrAre(ownRivals)} in place at ${company}, and can judge what a change would bring and cost`,
    ]);
  }
  if (competitor.length > 0 && skills.client.length > 0) {
    const known = list(skills.client);
    return say('known rival', [
      `${list(competitor)} ${isOrAre(competitor)} in place at ${company}, but ${first} knows ${known} and can compare`,
      `${first} brings ${known} to an employer that has ${list(competitor)} in place, and has something to compare with`,
    ]);
  }
  if (competitor.length > 0) {
    const technologies = list(competitor);
    return say('in place', [
      `With ${technologies} in place there is both something to replace and a habit to overcome`,
      `Any change has to be argued against ${technologies}, which ${isOrAre(competitor)} in place`,
      `${technologies} ${plural(competitor, 'is the alternative', 'are the alternatives')} that ${company} knows`,
    ]);
  }
  if (client.length + complementary.length === 0) return '';
  if (client.length === 0) {
    return say('complements', [
      `With ${list(complementary)} in place at ${company}, what goes with the client's offer is there already`,
      `${list(complementary)} in place at ${company} ${plural(complementary, 'speaks', 'speak')} for an easier start`,
    ]);
  }
  return say('known', [
    `As ${list(client)} ${isOrAre(client)} in use at ${company}, the conversation need not begin at the beginning`,
    `${list(client)} ${plural(client, 'needs', 'need')} no introduction at ${company}`,
    '',
  ]);
}
