import type { Choice } from './sentences.js';

/** Links of the person and the employer to the team's technologies, and the depth of the experience. */
export const technical: readonly Choice[] = [
  [
    ['skillsByKind', "{first}'s skills take in {skillsByKind}", 'The skills on record include {skillsByKind}'],
    [
      'skills',
      '{first} lists {skills} among the skills, {skillsKind}',
      "{skills}, {skillsKind}, {skills|appears|appear} among {first}'s skills",
      'The skills on record include {skills}, {skillsKind}',
    ],
  ],
  [
    ['clientAndRivals', '{company} runs {client} and the competing {rivals} side by side{withComplements}'],
    [
      'client',
      '{company} uses {client} already{withComplements}',
      '{client} {client|is|are} in use at {company}{withComplements}',
    ],
    [
      'rivals',
      '{company} relies on {rivals}, which {rivals|competes|compete} with the client{withComplements}',
      'In place at {company}: {rivals}, {rivals|a competing technology|competing technologies}{withComplements}',
    ],
    [
      'complements',
      '{company} uses {complements}, which {complements|complements|complement} what the client offers',
      'What {company} runs includes {complements}, {complements|a complement|complements} to client technology',
    ],
  ],
  [
    ['formers', 'Client technology was in use at several earlier employers while {first} was there: {formers}'],
    [
      'former',
      "{former} used {formerTechnologies} during {first}'s time there",
      "During {first}'s time at {former}, {formerTechnologies} {formerTechnologies|was|were} in use",
    ],
  ],
  [
    [
      'teamWithoutTechnologies',
      "The team has named no technologies, so there is nothing to compare {first}'s skills with",
    ],
    [
      'untied',
      'Nothing on record ties {first} or {company} to the technologies that the team has named',
      "Neither {first}'s skills nor what {company} is known to use meets the team's technologies",
      "No technology of the team's lists turns up, neither with {first} nor at {company}",
    ],
  ],
  [
    ['shortFieldYears', 'Experience in this and related positions is short, {shortFieldYears}'],
    [
      'fieldYears',
      'Experience in this and related positions, of any rank, comes to {fieldYears}',
      '{first} has worked in this or a related position for {fieldYears} altogether',
      'Time in this and related positions of any rank: {fieldYears}',
    ],
  ],
  [
    ['noSkills', 'No skills are on record for {first}'],
    [
      'sharedSkills',
      "{sharedSkills} {sharedSkills|is|are} both among {first}'s skills and in use at {company}{otherSkills}",
      "{first}'s skills meet what {company} uses in {sharedSkills}{otherSkills}",
      '{company} uses {sharedSkills}, which {first} knows too{otherSkills}',
    ],
    ['ownSkills', 'The skills on record are {ownSkills}', '{first} names {ownSkills} among the skills'],
  ],
];

/** The part that the person is likely to have in a purchase: rank, people led, persona, earlier titles. */
export const buyer: readonly Choice[] = [
  [
    [
      'executive',
      'The title ranks at executive level, which points to a final say',
      'This is an executive role, the level at which purchases are decided or stopped',
      'At executive level, the role is closer to signing than to selecting',
    ],
    [
      'director',
      'The title ranks at director level, which points to a budget of its own',
      'This is a director-level role: likely to own the decision, or to carry it upwards',
      'Director level suggests a say in both choice and budget',
    ],
    [
      'teamLead',
      'The title is that of a team lead: more likely to recommend than to sign',
      'Leading a team, the role suggests a voice in the choice, with the signature above it',
      'At team-lead level the part is likely that of a champion rather than of a signatory',
    ],
    [
      'seniorSpecialist',
      'The title is a senior one without people to lead: a voice in the choice rather than in the budget',
      'Seniority without people to lead suggests the part of an adviser whose view of a product counts',
      'As a senior specialist without people to lead, more likely to judge a product than to buy it',
    ],
    [
      'experiencedSpecialist',
      'The title leads nobody, but {experiencedSpecialist} in related positions make for an opinion that counts',
      'This is an individual contributor with {experiencedSpecialist} in related positions: an adviser rather than a buyer',
      'With {experiencedSpecialist} in related positions, the opinion carries weight, though the title leads nobody',
    ],
    [
      'beginner',
      'The title leads nobody and experience is short, so the part in a purchase is that of a user',
      'An individual contributor with little experience so far: more likely to use a product than to choose it',
      'With little experience and nobody to lead, the role is that of a user',
    ],
    [
      'specialist',
      'The title leads nobody, so the part in a purchase is more likely that of a user or adviser',
      'This is an individual contributor: a source of opinion rather than of budget',
      'Without people to lead, the role is closer to using a product than to buying it',
    ],
    ['title', 'The title does not tell a rank, so what part {first} has in a purchase is open'],
    ['always', 'No title is on record, so what part {first} has in a purchase is open'],
  ],
  [
    [
      'leadingYears',
      '{first} has led people for {leadingYears}',
      'Positions that lead people add up to {leadingYears}',
      'Leading people is on record for {leadingYears}',
    ],
    ['formerLeadingYears', 'Earlier positions did lead people, for {formerLeadingYears}'],
  ],
  [
    [
      'persona',
      'The title points to {persona}{personaRest}',
      'By the title, the persona is {persona}{personaRest}',
      'The title reads as {persona}{personaRest}',
    ],
    ['formerPersona', 'The current title points to no persona, but earlier ones did: {formerPersona}'],
    [
      'always',
      'What is on record of {first} points to no persona',
      'Neither the title nor earlier ones point to a persona',
    ],
  ],
  [
    [
      'titles',
      'The titles of the last five years, newest first, are {titles}',
      'Oldest first, the titles of the last five years are {titlesOldestFirst}',
      'Titles of the last five years, the newest first: {titles}',
    ],
    [
      'titleBefore',
      'The title before, within the last five years, was {titleBefore}',
      'Before this title came that of {titleBefore}',
      'Previous title on record: {titleBefore}',
    ],
  ],
];
