import type { Choice } from './sentences.js';

/** Whether the moment is a good one: time in the role, promotion, growth, technologies in place. */
export const receptive: readonly Choice[] = [
  [
    ['noRoleStart', 'When {first} took the current role is not on record'],
    ['noHistory', 'No dated history is on record, so how long {first} has been in the role is unknown'],
    [
      'promotedIntoRoleLately',
      'The current role came with a promotion {promotedIntoRoleLately} ago, so {first} knows the house and has new room to decide',
      'Promoted {promotedIntoRoleLately} ago, {first} has a role to fill that is new, at an employer that is not',
      'A promotion {promotedIntoRoleLately} ago, into the role now held, speaks for an open ear',
    ],
    ['promotedIntoRole', 'The current role came with a promotion, {promotedIntoRole} ago'],
    [
      'newTime',
      'With {newTime} in the role, {first} is unlikely to be bound to earlier choices',
      '{first} started {newTime} ago, early enough to speak for an open ear',
      'The role is new to {first}, {newTime} so far, and a new role is an occasion to look at things afresh',
    ],
    [
      'settlingTime',
      '{settlingTime} into the role, {first} is past the start but not yet settled',
      '{first} has held the role for {settlingTime}: long enough to know what is missing, short enough to change it',
      'The role is still fairly recent, {settlingTime} so far',
    ],
    [
      'openTime',
      '{first} has held the role for {openTime}, which still speaks for an open ear, if less than a newer start would',
      '{openTime} in the role leaves room for a fresh look, though less than the first months do',
      'At {openTime} in the role, {first} is past the start and still likely to hear out something new',
    ],
    [
      'formingTime',
      '{first} has held the role for {formingTime}, closer to a habit than to a fresh start',
      '{formingTime} in the role is on the way to a habit',
      'At {formingTime} in the role, its start lies behind {first}, and habits may have formed',
    ],
    [
      'longTime',
      '{longTime} in one role speaks for settled habits, and for knowing where they hurt',
      '{first} has been in the role for {longTime}, so a change has to be worth breaking a habit',
      'After {longTime} in the same role, {first} is more likely to wait to be convinced than to look around',
    ],
  ],
  [
    // Titles may have changed within a level, or with the employer.
    [
      'noPromotion',
      'No step up in seniority within an employer is on record',
      'The record shows no rise in seniority at one employer',
    ],
    [
      'promotedBefore',
      'The last promotion on record was {promotedBefore} ago',
      'The last rise in rank dates back {promotedBefore}',
    ],
  ],
  [
    ['unchanged', 'The technical headcount at {company} is where it was twelve months ago'],
    [
      'growing',
      '{company} has enlarged its technical staff by {growing} in twelve months, which speaks for new needs',
      'A technical headcount {growing} larger than a year ago means that {company} has more people to equip',
    ],
    [
      'shrinking',
      '{company} has {shrinking} fewer technical staff than a year ago, which speaks for caution with new spending',
      'The technical headcount at {company} fell by {shrinking} in twelve months; savings may be the easier case to make there',
    ],
    [
      'upSlightly',
      'The technical headcount at {company} grew by {upSlightly} in twelve months, too little to press either way',
      '{company} is close to level in technical headcount: up {upSlightly} on a year ago',
    ],
    [
      'downSlightly',
      'The technical headcount at {company} shrank by {downSlightly} in twelve months, too little to press either way',
      '{company} is close to level in technical headcount: down {downSlightly} on a year ago',
    ],
    [
      'always',
      "Whether {company}'s technical staff is growing is not on record",
      'There are no headcounts of {company} to judge its growth by',
      'How the technical headcount at {company} has moved in the last year is unknown',
    ],
  ],
  [
    [
      'ownRivals',
      "{ownRivals}, in place at {company}, {ownRivals|is|are} among {first}'s own skills, so a change would touch familiar ground",
      '{first} knows {ownRivals}, which {ownRivals|is|are} in place at {company}, and can judge what a change would bring and cost',
    ],
    [
      'rivalsAndClientSkills',
      '{rivals} {rivals|is|are} in place at {company}, but {first} knows {clientSkills} and can compare',
      '{first} brings {clientSkills} to an employer that has {rivals} in place, and has something to compare with',
    ],
    [
      'rivals',
      'With {rivals} in place there is both something to replace and a habit to overcome',
      'Any change has to be argued against {rivals}, which {rivals|is|are} in place',
      '{rivals} {rivals|is the alternative|are the alternatives} that {company} knows',
    ],
    [
      'client',
      'As {client} {client|is|are} in use at {company}, the conversation need not begin at the beginning',
      '{client} {client|needs|need} no introduction at {company}',
    ],
    [
      'complements',
      "With {complements} in place at {company}, what goes with the client's offer is there already",
      '{complements} in place at {company} {complements|speaks|speak} for an easier start',
    ],
  ],
];

/** Through whom and over what the first contact can be made, or that it would be a cold one. */
export const warmIntro: readonly Choice[] = [
  [
    [
      'thinTies',
      "The nearest contact on the client's side is {colleagueWithTitle}: {thinTies}",
      'A thin link leads to {colleagueWithTitle}: {thinTies}',
      "Nobody on the client's side is closer to {first} than {colleagueWithTitle}, though the link is thin: {thinTies}",
    ],
    [
      'tie',
      '{colleagueWithTitle} is the way in: {tie}{weakerTies}',
      "The strongest link on the client's side is {colleagueWithTitle}: {tie}{weakerTies}",
      'An introduction is best asked of {colleagueWithTitle}: {tie}{weakerTies}',
      '{colleagueWithTitle} may make the introduction, since {tie}{weakerTies}',
    ],
    ['colleague', "{colleagueWithTitle} is the closest link to {first} on the client's side"],
    ['unnamedColleague', 'An employee of the client, whose name is not on record, is the closest link{unnamedTies}'],
    [
      'cold',
      'No employee of the client shares an employer, a school or a town with {first} on record, so the first contact would be a cold one',
      "The client's side has no link to {first} on record: no common employer, school or town",
      'A warm way in is not on record; {first} would have to be approached cold',
      "Nobody on the client's side is known to have a past in common with {first}",
    ],
  ],
  [
    ['linked'],
    [
      'former',
      "{first}'s time at {former} is something to refer to",
      'A reference to {former} may take the place of an introduction',
    ],
    [
      'promotedLately',
      'The promotion is an occasion to write',
      'Congratulations on the promotion can open the message',
    ],
    ['newTime', 'The new role is an occasion to write', "{first}'s start in the role can open the message"],
    ['clientSkill', 'Common ground to begin with is {clientSkill}'],
  ],
  [['point', 'The team\'s talking point on {pointAbout} fits: "{point}"', 'To open with, on {pointAbout}: "{point}"']],
];
