import { monthText, NOW } from './careers.mjs';
import { randomFor } from '../random.mjs';
import { messages, topics } from './signal-messages.mjs';

const FIRST_MONTH = NOW - 14;
const LAST_DAY = '2026-11-15';
const COUNT = 600;

/** How a change of position is announced; several names for the same thing are in use. */
const JOINED = ['new_hire', 'New Hire', 'change_company', 'Company Change'];
const CHANGED = ['Promotion', 'Promotion', 'role_change', 'Role Change', 'Change in position'];

/**
 * What the demo tenant has noticed in fourteen months, oldest first: changes of position as the histories have them,
 * growth as the headcounts have it, and visits, events and articles as they might have happened.
 */
export function composeSignals(companies, persons) {
  const staff = persons.map((person) => ({ person, company: employerOf(person, companies) }));
  const signals = [...changesOf(staff), ...growthOf(companies)];
  const used = new Set(signals.map(keyOf));
  for (let index = 0; signals.length < COUNT; index += 1) {
    const signal = noticed(randomFor(`signal ${index}`), staff);
    if (used.has(keyOf(signal))) continue;
    used.add(keyOf(signal));
    signals.push(signal);
  }
  return signals.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = (signal) => [signal.date, signal.account_website, signal.signal_type, signal.message_text].join('\n');

function employerOf({ company_website: website, company_network_url: page }, companies) {
  return companies.find((company) => company.website === website || company.network_url === page);
}

/** One in three of those who began their position in the fourteen months. */
function changesOf(staff) {
  return staff.flatMap(({ person, company }) => {
    const random = randomFor(`change ${person.network_url}`);
    const [current, before] = person.experience;
    if (current.start_date < monthText(FIRST_MONTH) || !random.chance(0.28)) return [];
    const isSameEmployer = before?.end_date !== null && before?.company_name === current.company_name;
    const type = random.pick(isSameEmployer ? CHANGED : JOINED);
    const text = random.pick(messages[isSameEmployer ? 'promoted' : 'joined']);
    const date = `${current.start_date}-${dayText(random)}`;
    return date > LAST_DAY
      ? []
      : [record(date, type, text, { random, company, person, before, source: 'profile_change' })];
  });
}

/** Companies that grew by a tenth within a year. */
function growthOf(companies) {
  return companies.flatMap((company) => {
    const random = randomFor(`growth ${company.website}`);
    const { headcount_history: history = [] } = company;
    const [first, last] = [history[0], history[history.length - 1]];
    if (first === undefined || last.total < first.total * 1.1) return [];
    const text = `Headcount went from ${first.total} to ${last.total} within ${history.length - 1} months`;
    return [
      record(`2026-11-0${random.whole(2, 9)}`, 'Hiring Growth', text, { random, company, source: 'headcount_trend' }),
    ];
  });
}

/** Anything that somebody may have done or a company may have published. */
function noticed(random, staff) {
  const { person, company } = random.pick(staff);
  const type = random.weighted(
    Object.fromEntries(Object.entries(messages.other).map(([name, { weight }]) => [name, weight])),
  );
  const { isPersonal, source, texts } = messages.other[type];
  const month = random.whole(FIRST_MONTH, NOW);
  const date = `${monthText(month)}-${dayText(random)}`;
  return record(date > LAST_DAY ? LAST_DAY : date, type, random.pick(texts), {
    random,
    company,
    person: isPersonal ? person : undefined,
    source,
  });
}

const dayText = (random) => String(random.whole(1, 28)).padStart(2, '0');

function record(date, type, text, { random, company, person, before, source }) {
  const message = text
    .replaceAll('{name}', person?.full_name ?? '')
    .replaceAll('{title}', person?.job_title ?? '')
    .replaceAll('{company}', company.name)
    .replaceAll('{before}', before?.company_name ?? 'university')
    .replaceAll('{tool}', random.pick(company.technologies ?? [{ name: 'Kubernetes' }]).name)
    .replaceAll('{topic}', random.pick(topics))
    .replaceAll('{count}', String(random.whole(3, 40)));
  return {
    date,
    signal_type: type,
    message_text: message,
    account_website: company.website,
    ...(person === undefined ? {} : { intent_holder_network_url: person.network_url }),
    source_type: source,
  };
}
