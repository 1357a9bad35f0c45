import type { PersonaYears } from '../../assessment/candidate.js';
import { inYears, list, paragraph, type Telling } from './wording.js';

/** What part the person is likely to have in a purchase: rank, people led, persona, and where the titles come from. */
export function buyerOf(telling: Telling): string {
  return paragraph([rankOf(telling), leadingOf(telling), personaOf(telling), pathOf(telling)]);
}

/** What follows where the team gives other personas more weight. */
const lowerPersona = [
  'the team weighs this persona below others',
  'it is not the first choice among the personas',
  'other personas weigh more with the team',
];

/** By seniority: what the title says of rank, and what that suggests. */
const ranks: ReadonlyMap<string | null, readonly string[]> = new Map(
  Object.entries({
    seniority_executive: [
      'The title ranks at executive level, which points to a final say',
      'This is an executive role, the level at which purchases are decided or stopped',
      'At executive level, the role is closer to signing than to selecting',
    ],
    seniority_director: [
      'The title ranks at director level, which points to a budget of its own',
      'This is a director-level role: likely to own the decision, or to carry it upwards',
      'Director level suggests a say in both choice and budget',
    ],
    seniority_teamlead: [
      'The title is that of a team lead: more likely to recommend than to sign',
      'Leading a team, the role suggests a voice in the choice, with the signature above it',
      'At team-lead level the part is likely that of a champion rather than of a signatory',
    ],
  }),
);

const seniorTitle = /\b(?:senior|sr|staff|principal|lead|architect|expert|distinguished|fellow)\b/i;
/** Years in related positions from which an opinion is one of experience, and up to which it is not yet. */
const experiencedYears = 6;
const beginnerYears = 2;

/** Of those who lead nobody there are many at one employer; title and experience tell them apart. */
function individualOf({ facts, say }: Telling): string {
  const { fieldYears } = facts.features;
  if (seniorTitle.test(facts.person.title)) {
    return say('senior rank', [
      'The title is a senior one that leads nobody: a voice in the choice rather than in the budget',
      'Seniority without people to lead suggests the part of an adviser whose view of a product is asked for',
      'As a senior specialist without people to lead, more likely to judge a product than to buy it',
    ]);
  }
  if (fieldYears >= experiencedYears) {
    return say('experienced rank', [
      `The title leads nobody, but ${inYears(fieldYears)} in related positions make for an opinion that counts`,
      `This is an individual contributor with ${inYears(fieldYears)} in related positions: an adviser rather than a buyer`,
    ]);
  }
  if (fieldYears > 0 && fieldYears < beginnerYears) {
    return say('beginning rank', [
      'The title leads nobody and experience is short, so the part in a purchase is that of a user',
      'An individual contributor with little experience so far: somebody who uses a product rather than chooses it',
    ]);
  }
  return say('rank', [
    'The title leads nobody, so the part in a purchase is more likely that of a user or adviser',
    'This is an individual contributor: a source of opinion rather than of budget',
    'Without people to lead, the role is closer to using a product than to buying it',
  ]);
}

function rankOf(telling: Telling): string {
  const { facts, first, say } = telling;
  const { seniority } = facts.features;
  if (seniority === 'seniority_ic') return individualOf(telling);
  const ways = ranks.get(seniority);
  if (ways !== undefined) return say('rank', ways);
  const title = facts.person.title === '' ? 'No title is on record' : 'The title does not tell a rank';
  return `${title}, so what part ${first} has in a purchase is open`;
}

function leadingOf({ facts, first, say }: Telling): string {
  const { leadingYears, seniority } = facts.features;
  if (leadingYears <= 0) return '';
  const years = inYears(leadingYears);
  if (seniority === 'seniority_ic') return `Earlier positions did lead people, for ${years}`;
  return say('leading', [
    `${first} has led people for ${years}`,
    `Positions that lead people add up to ${years}`,
    `Leading people is on record for ${years}`,
  ]);
}

function personaOf(telling: Telling): string {
  const { facts, first, say } = telling;
  const { currentPersonas, lifetimePersonas, personaFit } = facts.features;
  const [best, second] = currentPersonas;
  if (best === undefined) {
    const [former] = lifetimePersonas;
    return former === undefined
      ? `What is on record of ${first} points to no persona`
      : `The current title points to no persona, but earlier ones did: ${told(former)}, for ${inYears(former.years)}`;
  }
  const lifetime = lifetimePersonas.find(({ persona }) => persona === best.persona);
  const time = timeAs(best, lifetime);
  const sentence = say('persona', [
    `The title points to ${told(best)}${time}`,
    `By the title, the persona is ${told(best)}${time}`,
    `The title reads as ${told(best)}${time}`,
  ]);
  const lower = personaFit < 1 ? say('lower persona', lowerPersona) : '';
  const further = second === undefined ? '' : `${told(second)} fits as well`;
  return [sentence, lower, further].filter((part) => part !== '').join('; ');
}

/** The classifier's tag for information technology would read as a pronoun. */
function told({ persona }: PersonaYears): string {
  return persona === 'it' ? 'IT' : persona;
}

/** A persona's time takes in earlier positions that it fits, at other employers too, which the texts have to say. */
function timeAs(current: PersonaYears, lifetime: PersonaYears | undefined): string {
  const inAll = lifetime?.years ?? 0;
  if (current.years <= 0) return inAll <= 0 ? '' : `, with ${inYears(inAll)} in positions of that kind`;
  if (inAll <= current.years) return `, for ${inYears(current.years)}`;
  return `, for ${inYears(current.years)} in this position and ${inYears(inAll)} in all positions of that kind`;
}

/** The newest title stands first on record, and is told last. */
function pathOf({ facts, say }: Telling): string {
  const titles = facts.features.recentTitles.slice(0, 5).map(asListed);
  const [newest, ...before] = titles;
  const oldest = before.at(-1);
  if (newest === undefined || oldest === undefined) return '';
  const between = before.slice(0, -1).reverse();
  if (between.length === 0) {
    return say('path', [
      `The title before, within the last five years, was ${oldest}`,
      `Before this title came that of ${oldest}`,
      `Previous title on record: ${oldest}`,
    ]);
  }
  return say('long path', [
    `The titles of the last five years, newest first, are ${list(titles)}`,
    `Within five years the title went from ${oldest} by way of ${list(between)} to ${newest}`,
    `Oldest first, the titles of the last five years are ${list([oldest, ...between, newest])}`,
  ]);
}

/** A title with a comma would look like two of a list. */
function asListed(title: string): string {
  return title.includes(',') ? `"${title}"` : title;
}
