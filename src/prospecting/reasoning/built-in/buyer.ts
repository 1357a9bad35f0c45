import type { PersonaYears } from '../../candidate.js';
import type { Telling } from './telling.js';
import { inYears, list, paragraph } from './wording.js';

/** What part the person is likely to have in a purchase: rank, people led, persona, and where the titles come from. */
export function buyerOf(telling: Telling): string {
  return paragraph([rankOf(telling), leadingOf(telling), personaOf(telling), pathOf(telling)]);
}

/** What follows where the team gives other personas more weight. */
const LOWER_PERSONA = [
  'the team weighs this persona below others',
  'it is not the first choice among the personas',
  'other personas weigh more with the team',
];

/** By seniority: what the title says of rank, and what that suggests. */
const RANKS: ReadonlyMap<string | null, readonly string[]> = new Map(
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
    seniority_ic: [
      'The title leads nobody, so the part in a purchase is more likely that of a user or adviser',
      'This is an individual contributor: a source of opinion rather than of budget',
      'Without people to lead, the role is closer to using a product than to buying it',
    ],
  }),
);

function rankOf({ facts, first, say }: Telling): string {
  const { seniority } = facts.features;
  const ways = RANKS.get(seniority);
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
      ? `No persona fits what is on record of ${first}`
      : `The current title fits no persona, but earlier ones did: ${former.persona}, for ${inYears(former.years)}`;
  }
  const lifetime = lifetimePersonas.find(({ persona }) => persona === best.persona);
  const time = timeAs(best, lifetime);
  const sentence = say('persona', [
    `${first} counts as ${best.persona}${time}`,
    `The persona is ${best.persona}${time}`,
    `Of the personas, ${best.persona} fits${time}`,
  ]);
  const lower = personaFit < 1 ? say('lower persona', LOWER_PERSONA) : '';
  const further = second === undefined ? '' : `${second.persona} fits as well`;
  return [sentence, lower, further].filter((part) => part !== '').join('; ');
}

function timeAs(current: PersonaYears, lifetime: PersonaYears | undefined): string {
  const inAll = lifetime?.years ?? 0;
  if (current.years <= 0) return inAll <= 0 ? '' : `, with ${inYears(inAll)} in all`;
  if (inAll <= current.years) return `, for ${inYears(current.years)}`;
  return `, for ${inYears(current.years)} in this position and ${inYears(inAll)} in all`;
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
    `${oldest} came first in these five years, then ${list([...between, newest])}`,
  ]);
}

/** A title with a comma would look like two of a list. */
function asListed(title: string): string {
  return title.includes(',') ? `"${title}"` : title;
}
