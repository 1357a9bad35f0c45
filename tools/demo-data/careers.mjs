import { functionsOf } from './function-mixes.mjs';
import { functions } from './titles.mjs';
import { localTitle } from './titles-local.mjs';

/** The month that the data describes, counted from year 0. */
export const NOW = 2026 * 12 + 10;

/** Years of work behind somebody of a rank: fewest and most. */
const YEARS = [
  [0, 2],
  [2, 9],
  [5, 15],
  [9, 24],
  [7, 24],
  [12, 28],
  [17, 34],
];

/** The ranks that lead to a rank; a rank is held for a year at least. */
const LADDERS = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 2, 4, 5], [0, 1, 2, 4, 5, 6]];

export const monthText = (month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

/**
 * Works out a life: positions without gaps in reason, each at a company that existed, ranks that only rise, and studies
 * that ended before the first of them.
 * @param {object} worker `employer`, `functionName`, `rank`, `country`, `language`, `gender`
 * @param {Map<string, object>} market all companies with `founded_year`, by website
 * @returns positions (latest first; `start` and `end` are months, `end` null for the current one), the speciality and
 * the studies
 */
export function composeCareer(random, worker, market, schools) {
  const steps = composeSteps(random, worker);
  const positions = withEmployers(random, worker, steps, market);
  const speciality = random.pick(functions.get(worker.functionName).specialities);
  const variant = random.whole(0, 11);
  for (const position of positions) position.title = titleOf(worker, position.rank, speciality, variant);
  return { positions, education: composeEducation(random, worker, positions[positions.length - 1], schools) };
}

/** Ranks with their lengths in months, latest first. */
function composeSteps(random, { rank, employer }) {
  const [fewest, most] = YEARS[rank];
  const total = Math.max(3, random.whole(fewest * 12, most * 12) + random.whole(-3, 6));
  const ladder = LADDERS[rank].slice(random.chance(0.35) && rank > 0 ? 1 : 0);
  const weights = ladder.map(() => random.whole(2, 6));
  const sum = weights.reduce((a, b) => a + b, 0);
  const steps = ladder.map((step, index) => ({
    rank: step,
    months: Math.max(random.whole(8, 20), Math.round((total * weights[index]) / sum)),
  }));
  steps.reverse();
  // Nobody is in a role for longer than the company has existed; what is left over was spent below.
  const longest = Math.min(random.whole(8, 84), NOW - (employer.founded_year + 1) * 12);
  const surplus = steps[0].months - Math.max(2, longest);
  if (surplus > 0) {
    steps[0].months -= surplus;
    if (steps.length > 1) steps[1].months += surplus;
  }
  return steps.flatMap((step) => (step.months > 66 && random.chance(0.7) ? halves(random, step) : [step]));
}

function halves(random, { rank, months }) {
  const first = Math.round(months * (random.whole(35, 65) / 100));
  return [
    { rank, months: first },
    { rank, months: months - first, isMove: true },
  ];
}

function withEmployers(random, worker, steps, market) {
  const positions = [];
  const past = new Set([worker.employer.website]);
  let employer = worker.employer;
  let end = null;
  let next = NOW;
  for (const [index, { rank, months, isMove }] of steps.entries()) {
    const start = next - months;
    const isSame = index === 0 || (!isMove && existedAt(employer, start) && random.chance(0.5));
    if (!isSame) {
      employer = pickEmployer(random, worker, start, market, past);
      past.add(employer.website);
      // A pause between two employers.
      end = Math.max(start, end - random.weighted({ 0: 6, 1: 3, 2: 2, 4: 1 }));
    }
    positions.push({ rank, employer, start, end });
    end = start - 1;
    next = start;
  }
  return positions;
}

const existedAt = (company, month) => month >= (company.founded_year + 1) * 12;

/** An earlier employer: one that has such people, rather at home than abroad unless it is large. */
function pickEmployer(random, { functionName, home }, start, market, past) {
  const weights = {};
  for (const company of market.values()) {
    if (past.has(company.website) || !existedAt(company, start)) continue;
    const reach = company.location_country === home ? 8 : company.size === '10001+' ? 0.7 : 0.08;
    const weight = (functionsOf(company.industry)[functionName] ?? 0) * reach;
    if (weight > 0) weights[company.website] = weight;
  }
  return market.get(random.weighted(weights));
}

function titleOf({ functionName, language, gender }, rank, speciality, variant) {
  const local = language === 'english' ? null : localTitle(language, functionName, rank, gender);
  if (local !== null) return local;
  const variants = functions.get(functionName).ranks[rank];
  return shortened(variants[variant % variants.length].replace('{s}', speciality));
}

/** "Data Engineering" reads better than "Data Data Engineering", and so on. */
function shortened(title) {
  return title.replace(/\b(\w+) \1\b/g, '$1').replace(/Engineering Engineer\b/, 'Engineer');
}

/** Studies that end before the first position begins. */
function composeEducation(random, { functionName, rank }, firstPosition, schools) {
  const firstYear = Math.floor(firstPosition.start / 12);
  const end = firstPosition.start % 12 >= 7 ? firstYear : firstYear - 1;
  const isScholar = functionName === 'academia' || (functionName === 'research' && random.chance(0.6));
  const isTrained = ['aviation', 'retail', 'support'].includes(functionName) && rank < 4 && random.chance(0.4);
  if (isTrained) return [];
  if (isScholar) {
    const doctorate = { school: random.pick(schools), start_year: end - random.whole(3, 5), end_year: end };
    return [
      doctorate,
      { school: random.pick(schools), start_year: doctorate.start_year - 5, end_year: doctorate.start_year },
    ];
  }
  if (random.chance(0.35)) {
    const master = { school: random.pick(schools), start_year: end - 2, end_year: end };
    return [master, { school: random.pick(schools), start_year: end - 5, end_year: end - 2 }];
  }
  return [{ school: random.pick(schools), start_year: end - random.whole(3, 5), end_year: end }];
}
