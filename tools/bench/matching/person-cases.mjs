import { isNamesake, presentAt, staffOf } from './data.mjs';
import { companyNameCorruptions, domainCorruptions, nameCorruptions, nameOf } from './person-corruptions.mjs';
import { freeMail, localPart, roleAddress, usualWay } from './person-emails.mjs';
import { addressOfInitial, companyElsewhere, namesBesideAddress, strangerAt } from './person-strangers.mjs';
import { randomFor } from '../../random.mjs';
import { distance, folded } from './text.mjs';

/** What each strategy sends of a name, an employer and an address. */
const STRATEGIES = {
  'full name + domain': ({ full }, { domain }) => ({ full_name: full, company_domain: domain }),
  'full name + company name': ({ full }, { company }) => ({ full_name: full, company_name: company }),
  'first/last + domain': ({ first, last }, { domain }) => ({
    first_name: first,
    last_name: last,
    company_domain: domain,
  }),
  'first/last + company name': ({ first, last }, { company }) => ({
    first_name: first,
    last_name: last,
    company_name: company,
  }),
  'all combined': ({ first, last, full }, { domain, company }, email) => ({
    ...(email === undefined ? {} : { work_email: email }),
    full_name: full,
    first_name: first,
    last_name: last,
    company_domain: domain,
    company_name: company,
  }),
};

const URL_FORMS = [
  (url) => url.replace('https://www.', ''),
  (url) => url.replace('www.', 'de.'),
  (url) => `${url}/?trk=public_profile`,
  (url) => url.toUpperCase(),
  (url) => `${url}/details/experience/`,
];

/**
 * The labelled set for persons: for each strategy and corruption at most `size` cases.
 * @returns cases as scores.mjs describes them
 */
export function personCases(companies, persons, { seed, size }) {
  const staff = staffOf(companies, persons);
  const present = presentAt(companies, persons);
  const set = { staff, present, companies, seed, size };
  return [
    ...profileCases(set),
    ...addressCases(set),
    ...nameCases(set),
    ...employerCases(set),
    ...strangerCases(set),
    ...namesakeCases(set),
  ];
}

/** Whoever shares a name with a colleague cannot be told from them by name. */
const isUnique = ({ person, colleagues }) => !colleagues.some((other) => isNamesake(other.person, person));

/**
 * Up to `size` members in an order of the seed's, for which `make` gives an identifier.
 * @param make gives identifier and expected page, or null where the corruption does not apply
 */
function sampled({ seed, size }, members, strategy, corruption, make) {
  const random = randomFor(`${seed} ${strategy} ${corruption}`);
  const cases = [];
  for (const member of random.sample(members, members.length)) {
    if (cases.length >= size) break;
    const made = make(random, member);
    if (made !== null) cases.push({ strategy, corruption, ...made });
  }
  return cases;
}

function profileCases(set) {
  const strategy = 'profile URL';
  const page = ({ person }) => person.network_url;
  const found = (form) => (random, member) => ({
    identifier: { network_url: form(random, page(member)) },
    expected: page(member),
  });
  return [
    ...sampled(
      set,
      set.staff,
      strategy,
      'clean',
      found((_, url) => url),
    ),
    ...sampled(
      set,
      set.staff,
      strategy,
      'another form of the URL',
      found((random, url) => random.pick(URL_FORMS)(url)),
    ),
    ...sampled(set, set.staff, strategy, 'not there', (random, member) => ({
      identifier: { network_url: `${page(member)}-${random.whole(1000, 9999)}` },
      expected: null,
    })),
  ];
}

function addressCases(set) {
  const byMail = (address, expected) => (address === null ? null : { identifier: { work_email: address }, expected });
  const own = (_, { person, work }) => byMail(work, person.network_url);
  const [graph, pattern] = ['e-mail in graph', 'e-mail by pattern'];
  const known = set.staff.filter(({ work }) => work !== undefined);
  const ways = new Map(set.staff.map(({ company, colleagues }) => [company, usualWay(colleagues)]));
  const unknown = set.staff.filter(({ work, company }) => work === undefined && ways.get(company) !== null);
  return [
    ...sampled(set, known, graph, 'clean', own),
    ...sampled(set, known, graph, 'letter case', (_, { person, work }) => own(_, { person, work: work.toUpperCase() })),
    ...Object.entries(namesBesideAddress).flatMap(([corruption, pick]) =>
      sampled(set, known, graph, corruption, (random, member) => {
        const name = pick(random, set, member);
        const identifier = { work_email: member.work, full_name: name === null ? '' : nameOf(name).full };
        return name && { identifier, expected: corruption === 'after a marriage' ? member.person.network_url : null };
      }),
    ),
    ...sampled(set, unknown, pattern, 'clean', (_, member) => patternCase(set, member, ways.get(member.company), true)),
    ...sampled(set, unknown, pattern, 'two fit', (_, member) =>
      patternCase(set, member, ways.get(member.company), false),
    ),
    ...sampled(set, set.staff, pattern, 'free-mail address', (random, { person }) =>
      byMail(freeMail(random, person), null),
    ),
    ...sampled(set, set.staff, pattern, 'role address', (random, { company }) =>
      byMail(roleAddress(random, company), null),
    ),
    ...sampled(set, set.staff, pattern, 'not there', (random, member) => {
      const stranger = strangerAt(random, set, member, 'nobody alike');
      const local = stranger === null ? null : localPart('first.last', stranger);
      return local === null ? null : byMail(`${local}@${member.company.website}`, null);
    }),
    ...sampled(set, known, pattern, "a colleague's initial", (random, member) => {
      const address = addressOfInitial(random, set, member);
      return address === null ? null : byMail(address, null);
    }),
  ];
}

/**
 * The usual address of somebody whose address is not known, if only they there might have it, or if several might. An
 * address that belongs to somebody else is theirs, and whoever has another address at work does not need this one.
 */
function patternCase({ present }, { person, company }, way, isOnlyOne) {
  const local = localPart(way, person);
  const address = `${local}@${company.website}`;
  const fitting = present.get(company.website).filter((other) => localPart(way, other) === local);
  const isTaken = fitting.some(({ emails = [] }) => emails.some((email) => email.address === address));
  const open = fitting.filter(({ emails = [] }) => !emails.some(({ type }) => type === 'work'));
  if (local === null || isTaken || (isOnlyOne ? fitting.length !== 1 : open.length < 2)) return null;
  return { identifier: { work_email: address }, expected: isOnlyOne ? person.network_url : null };
}

/** Names in all forms, with the employer as it is. */
function nameCases(set) {
  const members = set.staff.filter(isUnique);
  return Object.entries(STRATEGIES).flatMap(([strategy, send]) =>
    Object.entries(nameCorruptions).flatMap(([corruption, write]) =>
      sampled(set, members, strategy, corruption, (random, { person, company, work }) => {
        const name = write(random, person);
        if (name === null || meansAnother(name, person, set.present.get(company.website))) return null;
        const employer = { domain: company.website, company: company.name };
        return { identifier: send(name, employer, work), expected: person.network_url };
      }),
    ),
  );
}

/** Whether the corrupted name is nearer to that of somebody else there. */
function meansAnother({ first, last }, person, present) {
  const written = folded(`${first} ${last}`);
  const own = distance(written, folded(nameOf(person).full));
  return present.some((other) => {
    if (other === person) return false;
    const { first: given, last: family } = nameOf(other);
    return (
      Math.min(distance(written, folded(`${given} ${family}`)), distance(written, folded(`${family} ${given}`))) <=
      Math.min(own, 2)
    );
  });
}

/** Employers in all forms, with the name as it is. */
function employerCases(set) {
  const members = set.staff.filter(isUnique);
  const cases = (strategies, corruptions, member) =>
    strategies.flatMap((strategy) =>
      Object.entries(corruptions).flatMap(([corruption, write]) =>
        sampled(set, members, strategy, corruption, (random, { person, company, work }) => {
          const written = write(random, company);
          if (written === null) return null;
          const employer = { domain: company.website, company: company.name, [member]: written };
          return { identifier: STRATEGIES[strategy](nameOf(person), employer, work), expected: person.network_url };
        }),
      ),
    );
  const [fullDomain, fullCompany, partsDomain, partsCompany, all] = Object.keys(STRATEGIES);
  return [
    ...cases([fullDomain, partsDomain, all], domainCorruptions, 'domain'),
    ...cases([fullCompany, partsCompany, all], companyNameCorruptions, 'company'),
  ];
}

/** People who do not work there: strangers, and those who work elsewhere. */
function strangerCases(set) {
  return Object.entries(STRATEGIES).flatMap(([strategy, send]) => [
    ...['nobody alike', 'same family name', 'same given name'].flatMap((likeness) =>
      sampled(set, set.staff, strategy, `not there, ${likeness}`, (random, member) => {
        const { company } = member;
        const stranger = strangerAt(random, set, member, likeness);
        if (stranger === null) return null;
        return {
          identifier: send(nameOf(stranger), { domain: company.website, company: company.name }),
          expected: null,
        };
      }),
    ),
    ...sampled(set, set.staff, strategy, 'wrong employer', (random, member) => {
      const company = companyElsewhere(random, set, member);
      if (company === null) return null;
      return {
        identifier: send(nameOf(member.person), { domain: company.website, company: company.name }),
        expected: null,
      };
    }),
  ]);
}

/** Colleagues of one name: without more than name and employer nobody, with an address the one whose it is. */
function namesakeCases(set) {
  const members = set.staff.filter((member) => !isUnique(member));
  return Object.entries(STRATEGIES).flatMap(([strategy, send]) => {
    const ask = ({ person, company }, email) =>
      send(nameOf(person), { domain: company.website, company: company.name }, email);
    return [
      ...sampled(set, members, strategy, 'namesakes', (_, member) => ({ identifier: ask(member), expected: null })),
      ...(strategy !== 'all combined'
        ? []
        : sampled(set, members, strategy, 'namesakes with e-mail', (_, member) =>
            member.work === undefined
              ? null
              : { identifier: ask(member, member.work), expected: member.person.network_url },
          )),
    ];
  });
}
