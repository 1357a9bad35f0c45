import type { factValues } from './fact-values.js';

export type FactName = keyof ReturnType<typeof factValues>;

/**
 * A fact and its sentences. `{first}` is a value; `{rivals|is|are}` agrees in number with the list `rivals`.
 * The full stop is added later.
 */
export type Row = readonly [fact: FactName, ...wordings: string[]];

/** Alternative facts: the text contains the first that is on record. */
export type Choice = readonly Row[];

/**
 * An opening of the summary: what it is about, its fact, the same as a noun (for a list of further reasons, unless empty), and
 * the sentences. Of several angles about one subject the summary has only the first that is on record.
 */
export type Angle = readonly [about: string, fact: FactName, aside: string, ...wordings: string[]];

/** The most striking first. */
export const angles: readonly Angle[] = [
  [
    'link',
    'longEmployer',
    '{longEmployerTime} at {longEmployer} at the same time as {anyColleague}',
    '{name}, {position}, and {otherColleague} overlapped at {longEmployer} for {longEmployerTime}',
    'There is a way in to {name}, {position}: {first} and {otherColleague} overlapped at {longEmployer} for {longEmployerTime}',
  ],
  [
    'role',
    'promotedIntoRoleLately',
    'a promotion into the role {promotedIntoRoleLately} ago',
    '{name} was promoted {promotedIntoRoleLately} ago and is now {holding}',
    'A promotion {promotedIntoRoleLately} ago made {name} {position}',
    '{name}, {position}, came into the role by promotion {promotedIntoRoleLately} ago',
  ],
  [
    'role',
    'promotedLately',
    'a promotion {promotedLately} ago',
    '{name} is {holding}; the last promotion was {promotedLately} ago',
    'Promoted {promotedLately} ago, {name} is now {holding}',
  ],
  [
    'history',
    'former',
    'time at {former} while it used {formerTechnologies}',
    '{name}, {position}, was at {former} while {formerTechnologies} {formerTechnologies|was|were} in use there',
    'Earlier on, {name} was at {former}, which used {formerTechnologies} at the time; today {first} is {holding}',
    "{name} is {holding}; an earlier employer, {former}, used {formerTechnologies} in {first}'s time",
  ],
  [
    'role',
    'newTime',
    'a start in the role only {newTime} ago',
    '{name} is new as {position}: {first} started {newTime} ago',
    "{name}'s start as {position} was {newTime} ago",
    '{name} became {holding} {newTime} ago',
  ],
  [
    'role',
    'longTime',
    '{longTime} in the same role',
    '{name} has been {holding} for {longTime}',
    'For {longTime}, {name} has been {holding}',
    '{name}, {position}, has held this role for {longTime}',
  ],
  [
    'employer',
    'someRivals',
    '{someRivals} in place at {company}, {rivals|a competing technology|competing technologies}',
    '{name} is {holding}, where {someRivals} {rivals|is|are} in use: {rivals|a competing technology|competing technologies}',
    '{company} runs {someRivals}, {rivals|a competing technology|competing technologies}, and {name} works there{as}',
    'At {company} there is something to replace, {someRivals}; {name} works there{as}',
  ],
  [
    'skills',
    'someSkills',
    '{someSkills} among the skills',
    '{name}, {position}, lists {someSkills} among the skills on record',
    "{name} is {holding}, with {someSkills} on {first}'s list of skills",
    "On {name}'s list of skills {skills|stands|stand} {someSkills}; the current role is {position}",
  ],
  [
    'growth',
    'growing',
    'technical headcount at {company} up {growing} in a year',
    'The technical staff of {company}, where {name} works{as}, has grown by {growing} within twelve months',
    '{name} is {holding}, whose technical headcount is up {growing} on a year ago',
  ],
  [
    'growth',
    'shrinking',
    'technical headcount at {company} down {shrinking} in a year',
    'The technical staff of {company}, where {name} works{as}, has shrunk by {shrinking} within twelve months',
    '{name} is {holding}, whose technical headcount is down {shrinking} on a year ago',
  ],
  [
    'employer',
    'someClient',
    '{someClient} already in use at {company}',
    '{company} already uses {someClient}, and {name} works there{as}',
    '{name} is {holding}, where {someClient} {client|is|are} already in use',
  ],
  [
    'link',
    'common',
    '{common} in common with {anyColleague}',
    '{name} is {holding} and has {common} in common with {anyColleague}',
    '{name}, {position}, has {common} in common with {anyColleague}',
  ],
  [
    'standing',
    'longLeadingYears',
    '{longLeadingYears} of leading people',
    '{name}, {position}, has led people for {longLeadingYears}',
    '{longLeadingYears} of leading people stand behind {name}, {position}',
  ],
  // The technical section has the years too.
  [
    'standing',
    'longFieldYears',
    '',
    '{name}, {position}, has spent {longFieldYears} in this and related positions',
    '{name} is {holding}, with {longFieldYears} in this and related positions',
  ],
  [
    'role',
    'roleTime',
    '{roleTime} in the role',
    '{name} has been {holding} for {roleTime}',
    '{name}, {position}, is {roleTime} into the role',
    '{name} has worked as {holding} for {roleTime}',
  ],
];

/** The opening where no angle is on record. */
export const plainOpening: Choice = [
  ['industry', '{name} is {holding} (industry: {industry})'],
  ['always', '{name} is {holding}'],
];

/** What further reasons stand behind. */
export const furtherReasons: readonly string[] = [
  'Also on record:',
  'What adds to this:',
  'Further points about {first}:',
  'Next to that:',
];

/** Behind opening and further reasons. */
export const summary: readonly Choice[] = [
  [
    [
      'location',
      '{first} is based in {location}{area}',
      'Location on record: {location}{area}',
      'Located in {location}{area}',
    ],
    ['region', 'The sales region is {region}'],
  ],
  [
    ['evenScores', 'The composite score is {composite}, with no part above another'],
    [
      'always',
      'The composite score is {composite}, with its high point in {best} ({bestPoints}) and its low point in {worst} ({worstPoints})',
      'Scored {composite} overall: strongest in {best} ({bestPoints}), weakest in {worst} ({worstPoints})',
      'Of the four scores {best} is the highest at {bestPoints}, {worst} the lowest at {worstPoints}; the composite is {composite}',
    ],
  ],
];
