import type { ProspectScores, ReasoningFacts } from '../../assessment/candidate.js';
import { everywhere } from '../../assessment/team.js';
import type { Reasoning, ReasoningSections, ReasoningWriter } from '../reasoning.js';
import { anglesOf } from './angles.js';
import { buyerOf } from './buyer.js';
import { receptiveOf } from './receptive.js';
import { technicalOf } from './technical.js';
import { warmIntroOf } from './warm-intro.js';
import { paragraph, type Telling, tellingOf } from './wording.js';

/** Who it is, the most striking reason first, further ones, and where the scores stand. */
export function summaryOf(telling: Telling): string {
  const [main, ...further] = anglesOf(telling);
  const opening =
    main === undefined
      ? `${telling.name} is ${telling.holding}${industryOf(telling)}`
      : telling.say(`opening ${main.about}`, main.openings);
  return paragraph([
    opening,
    furtherReasons(
      telling,
      further
        .map(({ aside }) => aside)
        .filter((aside) => aside !== '')
        .slice(0, 2),
    ),
    placeOf(telling),
    verdictOn(telling),
  ]);
}

function industryOf({ facts }: Telling): string {
  return facts.company.industry === null ? '' : ` (industry: ${facts.company.industry})`;
}

function furtherReasons({ say, first }: Telling, asides: readonly string[]): string {
  if (asides.length === 0) return '';
  const reasons = asides.join('; ');
  return say('further', [
    `Also on record: ${reasons}`,
    `What adds to this: ${reasons}`,
    `Further points about ${first}: ${reasons}`,
    `Next to that: ${reasons}`,
  ]);
}

function placeOf({ facts, first, say }: Telling): string {
  const { location } = facts.person;
  const { region } = facts.features;
  const isRegionSaid = region === '' || region === everywhere || location.toLowerCase().includes(region.toLowerCase());
  if (location === '') return isRegionSaid ? '' : `The sales region is ${region}`;
  const area = isRegionSaid ? '' : ` (sales region: ${region})`;
  return say('place', [
    `${first} is based in ${location}${area}`,
    `Location on record: ${location}${area}`,
    `Located in ${location}${area}`,
  ]);
}

const scoreNames: readonly (readonly [keyof ProspectScores, string])[] = [
  ['technical', 'technical fit'],
  ['buyer', 'the buying role'],
  ['receptive', 'receptiveness'],
  ['warmIntro', 'the warm introduction'],
];

function verdictOn({ facts: { scores }, say }: Telling): string {
  const ranked = scoreNames
    .map(([score, name]) => ({ name, points: Math.round(scores[score]) }))
    .sort((one, other) => other.points - one.points);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const composite = Math.round(scores.composite);
  if (best === undefined || worst === undefined || best.points === worst.points) {
    return `The composite score is ${composite}, with no part above another`;
  }
  return say('verdict', [
    `The composite score is ${composite}, with its high point in ${best.name} (${best.points}) and its low point in ${worst.name} (${worst.points})`,
    `Scored ${composite} overall: strongest in ${best.name} (${best.points}), weakest in ${worst.name} (${worst.points})`,
    `Of the four scores ${best.name} is the highest at ${best.points}, ${worst.name} the lowest at ${worst.points}; the composite is ${composite}`,
  ]);
}

/** Writes without a language model: the sections are composed of what is known, and the same facts give the same text. */
export class BuiltInWriter implements ReasoningWriter {
  write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    return new Promise((resolve) => {
      signal.throwIfAborted();
      resolve({ sections: composeSections(facts), source: 'built-in' });
    });
  }
}

/** The five sections from the facts alone; none is empty. */
export function composeSections(facts: ReasoningFacts): ReasoningSections {
  const telling = tellingOf(facts);
  return {
    summary: summaryOf(telling),
    technical: technicalOf(telling),
    buyer: buyerOf(telling),
    receptive: receptiveOf(telling),
    warm_intro: warmIntroOf(telling),
  };
}
