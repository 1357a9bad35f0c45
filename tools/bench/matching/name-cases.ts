import { type CaseSet, presentOf, sampled } from './case-set.js';
import { isNamesake, type Member, type Person } from './data.js';
import {
  companyNameCorruptions,
  domainCorruptions,
  nameCorruptions,
  nameOf,
  type WrittenName,
} from './person-corruptions.js';
import { companyElsewhere, type Likeness, strangerAt } from './person-strangers.js';
import type { MatchCase } from './scores.js';
import { distance, folded } from './text.js';

interface Employer {
  readonly domain: string;
  readonly company: string;
}

type Strategy =
  | 'full name + domain'
  | 'full name + company name'
  | 'first/last + domain'
  | 'first/last + company name'
  | 'all combined';

type Send = (name: WrittenName, employer: Employer, email?: string) => object;

/** A function for each strategy, which makes the identifier from a name, an employer and an e-mail address. */
const strategies: Readonly<Record<Strategy, Send>> = {
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

/** The cases that identify a person by name and employer. */
export function nameCases(set: CaseSet): MatchCase[] {
  return [...spellingCases(set), ...employerCases(set), ...strangerCases(set), ...namesakeCases(set)];
}

/** Whether no colleague has the same name. */
const isUnique = ({ person, colleagues }: Member): boolean =>
  !colleagues.some((other) => isNamesake(other.person, person));

/** Cases in which the name is written in another way, and the employer as it is stored. */
function spellingCases(set: CaseSet): MatchCase[] {
  const members = set.staff.filter(isUnique);
  return Object.entries(strategies).flatMap(([strategy, send]) =>
    Object.entries(nameCorruptions).flatMap(([corruption, write]) =>
      sampled(set, members, strategy, corruption, (random, { person, company, work }) => {
        const name = write(random, person);
        if (name === null || meansAnother(name, person, presentOf(set, company))) return null;
        const employer = { domain: company.website, company: company.name };
        return { identifier: send(name, employer, work), expected: person.network_url };
      }),
    ),
  );
}

/**
 * Whether the changed name is as close to the name of another person at the company as to the name that was changed. Such a case is left
 * out, because neither person would be a right answer.
 */
function meansAnother({ first, last }: WrittenName, person: Person, present: readonly Person[]): boolean {
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

/** Cases in which the employer is written in another way, and the name as it is stored. */
function employerCases(set: CaseSet): MatchCase[] {
  const members = set.staff.filter(isUnique);
  const cases = (
    names: readonly Strategy[],
    corruptions: typeof domainCorruptions,
    member: keyof Employer,
  ): MatchCase[] =>
    names.flatMap((strategy) =>
      Object.entries(corruptions).flatMap(([corruption, write]) =>
        sampled(set, members, strategy, corruption, (random, { person, company, work }) => {
          const written = write(random, company);
          if (written === null) return null;
          const employer = { domain: company.website, company: company.name, [member]: written };
          return { identifier: strategies[strategy](nameOf(person), employer, work), expected: person.network_url };
        }),
      ),
    );
  return [
    ...cases(['full name + domain', 'first/last + domain', 'all combined'], domainCorruptions, 'domain'),
    ...cases(
      ['full name + company name', 'first/last + company name', 'all combined'],
      companyNameCorruptions,
      'company',
    ),
  ];
}

const likenesses: readonly Likeness[] = ['unknown name', 'same family name', 'same given name'];

/** Cases of persons who do not work at the stated employer: invented persons, and persons who work elsewhere. Nothing must be found. */
function strangerCases(set: CaseSet): MatchCase[] {
  return Object.entries(strategies).flatMap(([strategy, send]) => [
    ...likenesses.flatMap((likeness) =>
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

/**
 * Cases of colleagues with the same name. The name and the employer must match none of them; an e-mail address must match the
 * colleague who has it.
 */
function namesakeCases(set: CaseSet): MatchCase[] {
  const members = set.staff.filter((member) => !isUnique(member));
  return Object.entries(strategies).flatMap(([strategy, send]) => {
    const ask = ({ person, company }: Member, email?: string): object =>
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
