import { monthText, now } from './careers.js';
import { memberOf, type Random, randomFor } from '../random.js';
import type { Company, Experience, Person, Signal } from './records.js';
import { memberNamed, readMembers, readTable } from './tables.js';

const firstMonth = now - 14;
const lastDay = '2026-11-15';
const signalCount = 600;

/** The types of signals about a change of position. Some of them are two spellings of one type. */
const joinedTypes = ['new_hire', 'New Hire', 'change_company', 'Company Change'];
const changedTypes = ['Promotion', 'Promotion', 'role_change', 'Role Change', 'Change in position'];

const signalTexts = readTable('signal-texts.txt');
const topics = signalTexts.phrases('topics');
/** How a change of position is announced. */
const announcements = new Map(signalTexts.keyed('changes').map(({ key, value }) => [key, value.split(' | ')]));

/**
 * A kind of signal about something else than a change of position or the growth of a company, such as a visit of a website.
 */
interface Occasion {
  /** The weight with which this kind of event is drawn. */
  readonly weight: number;
  readonly isPersonal: boolean;
  readonly source: string;
  readonly texts: readonly string[];
}

/** The kinds of signals in `occasions.txt`, by the type of the signal, such as `Account Visitor`. */
const occasions: ReadonlyMap<string, Occasion> = new Map(
  [...readMembers('occasions.txt', ['weight', 'about', 'source', 'texts'])].map(([type, members]) => [
    type,
    {
      weight: Number(memberNamed(members, 'weight')),
      isPersonal: memberNamed(members, 'about') === 'a person',
      source: memberNamed(members, 'source'),
      texts: memberNamed(members, 'texts').split(' | '),
    },
  ]),
);

interface Member {
  readonly person: Person;
  readonly company: Company;
}

/**
 * Composes the signals of the demo tenant in fourteen months, the oldest first. Changes of position come from the careers of persons, and
 * growth from the headcounts of companies. Visits, events and articles are invented.
 */
export function composeSignals(companies: readonly Company[], persons: readonly Person[]): Signal[] {
  const staff = persons.map((person) => ({ person, company: employerOf(person, companies) }));
  const signals = [...changesOf(staff), ...growthOf(companies)];
  const used = new Set(signals.map(keyOf));
  for (let index = 0; signals.length < signalCount; index += 1) {
    const signal = noticed(randomFor(`signal ${index}`), staff);
    if (used.has(keyOf(signal))) continue;
    used.add(keyOf(signal));
    signals.push(signal);
  }
  return signals.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = (signal: Signal): string =>
  [signal.date, signal.account_website, signal.signal_type, signal.message_text].join('\n');

function employerOf(person: Person, companies: readonly Company[]): Company {
  const { company_website: website, company_network_url: page } = person;
  const employer = companies.find((company) => company.website === website || company.network_url === page);
  if (employer === undefined) throw new Error(`${person.network_url} has no employer`);
  return employer;
}

/** Signals about 28 % of the persons who began their position in the fourteen months that the signals cover. */
function changesOf(staff: readonly Member[]): Signal[] {
  return staff.flatMap(({ person, company }) => {
    const random = randomFor(`change ${person.network_url}`);
    const [current, before] = [memberOf(person.experience, 0), person.experience[1]];
    if (current.start_date < monthText(firstMonth) || !random.chance(0.28)) return [];
    const isSameEmployer = before?.end_date !== null && before?.company_name === current.company_name;
    const type = random.pick(isSameEmployer ? changedTypes : joinedTypes);
    const text = random.pick(announcements.get(isSameEmployer ? 'promoted' : 'joined') ?? []);
    const date = `${current.start_date}-${dayText(random)}`;
    return date > lastDay
      ? []
      : [record(date, type, text, { random, company, person, before, source: 'profile_change' })];
  });
}

/** Signals about companies that have grown by a tenth within a year. */
function growthOf(companies: readonly Company[]): Signal[] {
  return companies.flatMap((company) => {
    const random = randomFor(`growth ${company.website}`);
    const { headcount_history: history = [] } = company;
    const [first, last] = [history[0], history.at(-1)];
    if (first === undefined || last === undefined || last.total < first.total * 1.1) return [];
    const text = `Headcount went from ${first.total} to ${last.total} within ${history.length - 1} months`;
    return [
      record(`2026-11-0${random.whole(2, 9)}`, 'Hiring Growth', text, { random, company, source: 'headcount_trend' }),
    ];
  });
}

/** Composes a signal about one noticed event of a person or a company. */
function noticed(random: Random, staff: readonly Member[]): Signal {
  const { person, company } = random.pick(staff);
  const type = random.weighted(Object.fromEntries([...occasions].map(([name, { weight }]) => [name, weight])));
  const occasion = occasions.get(type);
  if (occasion === undefined) throw new RangeError(`${type} is not among the occasions`);
  const { isPersonal, source, texts } = occasion;
  const month = random.whole(firstMonth, now);
  const date = `${monthText(month)}-${dayText(random)}`;
  return record(date > lastDay ? lastDay : date, type, random.pick(texts), {
    random,
    company,
    ...(isPersonal ? { person } : {}),
    source,
  });
}

const dayText = (random: Random): string => String(random.whole(1, 28)).padStart(2, '0');

interface Details {
  readonly random: Random;
  readonly company: Company;
  readonly person?: Person;
  readonly before?: Experience | undefined;
  readonly source: string;
}

function record(date: string, type: string, text: string, details: Details): Signal {
  const { random, company, person, before, source } = details;
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
