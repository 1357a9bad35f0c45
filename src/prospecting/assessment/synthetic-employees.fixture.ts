import { clientEmployee, company, formerly, today } from './facts/candidate.fixture.js';
import type {
  Candidate,
  ClientEmployee,
  CompanyFacts,
  EmployerTechnologies,
  Place,
  Position,
  Study,
} from './facts/candidate.js';
import { Dice } from './dice.fixture.js';
import { readTeamSchema, type TeamSchema } from './team/team-schema.js';
import { TitleReader } from './career/title-history.js';

/** A kind of employee: how many there are of this kind, what they are like, and how good prospects they really are. */
interface Kind {
  /** The quality of the prospect, from 0 (no prospect at all) to 4 (an ideal prospect). */
  readonly grade: number;
  readonly count: number;
  readonly titles: readonly string[];
  readonly home: readonly Place[];
  /** The shortest and the longest time in the current role, in months. */
  readonly inRole: readonly [number, number];
  /** The shortest and the longest time at work before the current role, in years. */
  readonly before: readonly [number, number];
  /** The titles of the earlier positions. */
  readonly earlier: readonly string[];
  /**
   * The possible last employers before the current one. Some of them used the client's technology. Some had employees who now work
   * for the client, and so can introduce former colleagues.
   */
  readonly lastAt: readonly Employer[];
  readonly skills: readonly string[];
}

interface Employer {
  readonly id: string;
  readonly name: string;
}

export interface PlantedEmployee {
  readonly candidate: Candidate;
  readonly kind: string;
  readonly grade: number;
}

export interface SyntheticCompany {
  readonly company: CompanyFacts;
  readonly schema: TeamSchema;
  readonly employers: EmployerTechnologies;
  readonly clientEmployees: readonly ClientEmployee[];
  readonly employees: readonly PlantedEmployee[];
}

const usesAndKnown: Employer = { id: '2', name: 'Brightloop' };
const uses: Employer = { id: '3', name: 'Quarrystone' };
const known: Employer = { id: '4', name: 'Harborline' };
const plain: readonly Employer[] = [
  'Larkfield',
  'Mosswood',
  'Tidewater',
  'Oakhurst',
  'Pinecrest',
  'Ravenna',
  'Silverbay',
].map((name, index) => ({ id: String(10 + index), name }));

const city = (locality: string, country: string): Place => ({ locality, region: null, country });
const europe = [
  city('Berlin', 'Germany'),
  city('Munich', 'DE'),
  city('Lyon', 'France'),
  city('Leeds', 'United Kingdom'),
];
const elsewhere = [
  city('Austin', 'United States'),
  city('Osaka', 'Japan'),
  city('Pune', 'India'),
  city('Perth', 'Australia'),
];
const schools = Array.from({ length: 60 }, (_, index) => `University of Region ${String(index)}`);

const leaders = [
  'Director of Platform Engineering',
  'VP Platform',
  'Head of Infrastructure',
  'Chief Technology Officer',
];
const managers = ['Platform Engineering Manager', 'Infrastructure Team Lead'];
const specialists = ['Platform Engineer', 'Senior Infrastructure Engineer', 'Software Engineer'];
const others = [
  'Chief Financial Officer',
  'Head of Sales',
  'Director of Marketing',
  'VP People',
  'Accountant',
  'Recruiter',
  'Account Executive',
  'Lawyer',
];
const excluded = ['Interim Chief Technology Officer', 'Interim Head of Infrastructure'];
const unrelated = ['Accountant', 'Sales Manager', 'Lawyer'];

const titles = new TitleReader();

const schema = readTeamSchema({
  regions: [{ name: 'Europe', countries: ['Germany', 'France', 'UK'] }],
  personas: [
    {
      name: 'Platform leader',
      titles: ['platform', 'infrastructure', 'chief technology officer'],
      seniorities: ['director', 'executive'],
    },
    { name: 'Platform manager', titles: ['platform', 'infrastructure'], seniorities: ['teamlead'], weight: 0.5 },
  ],
  exclude_titles: ['interim'],
  client_technologies: ['Fluxline'],
  competitor_technologies: ['Jenkins'],
  complementary_technologies: ['Terraform'],
});

const leader: Kind = {
  grade: 2,
  count: 14,
  titles: leaders,
  home: europe,
  inRole: [4, 30],
  before: [7, 15],
  earlier: [...managers, ...specialists],
  lastAt: plain,
  skills: ['Go', 'Linux'],
};
const ideal: Kind = { ...leader, grade: 4, count: 6, lastAt: [usesAndKnown], skills: ['Fluxline', 'Terraform'] };
const specialist: Kind = { ...ideal, grade: 0, count: 200, titles: specialists, earlier: specialists };

/**
 * The kinds of employees; each key describes a kind. Their grades are what a person would judge; they were chosen without computing
 * scores.
 */
const kinds: Readonly<Record<string, Kind>> = {
  ideal,
  'without a way to them': { ...ideal, grade: 3, count: 5, lastAt: [uses] },
  'without our technology': { ...leader, grade: 3, count: 5, lastAt: [known] },
  'right person, nothing else': leader,
  'right person long in the role': { ...leader, grade: 1, count: 20, inRole: [84, 160], before: [2, 6] },
  'right title, new to the field': { ...leader, grade: 1, count: 20, before: [3, 8], earlier: unrelated },
  'manager, nothing else': { ...leader, grade: 1, count: 40, titles: managers, earlier: specialists },
  'ideal but in the wrong region': { ...ideal, grade: 0, count: 60, home: elsewhere },
  'ideal but with an excluded title': { ...ideal, grade: 0, count: 30, titles: excluded },
  'ideal but without seniority': specialist,
  'ideal past, another profession now': { ...ideal, grade: 0, count: 100, titles: others },
  crowd: {
    ...specialist,
    count: 2_500,
    titles: [...specialists, ...others],
    home: [...europe, ...elsewhere],
    inRole: [0, 140],
    before: [0, 20],
    earlier: [...specialists, ...unrelated],
    lastAt: [...plain, uses, known],
    skills: ['Go', 'Excel', 'Jenkins'],
  },
};

/** A company with employees of every kind, in random order. The same seed gives the same company. */
export function syntheticCompany(seed: number): SyntheticCompany {
  const dice = new Dice(seed);
  const planted = Object.entries(kinds).flatMap(([kind, ofKind]) =>
    Array.from({ length: ofKind.count }, () => ({ kind, grade: ofKind.grade, profile: ofKind })),
  );
  const employees = dice
    .shuffled(planted)
    .map(({ kind, grade, profile }, index) => ({ kind, grade, candidate: employee(dice, profile, index) }));
  const technology = [{ name: 'Fluxline', firstSeen: '2012-01-01' }];
  return {
    company: company({
      technologies: [
        { name: 'Jenkins', firstSeen: null },
        { name: 'Terraform', firstSeen: null },
      ],
    }),
    schema,
    employers: new Map([usesAndKnown, uses].map(({ id }) => [id, technology])),
    clientEmployees: Array.from({ length: 300 }, (_, index) => employeeOfClient(dice, index)),
    employees,
  };
}

function employee(dice: Dice, kind: Kind, index: number): Candidate {
  const title = dice.pick(kind.titles);
  const reading = titles.read(title, null);
  const inRole = dice.between(...kind.inRole);
  const months = dice.between(...kind.before) * 12;
  const atLast = Math.max(1, Math.floor(months / dice.between(1, 3)));
  const past = (at: Employer, from: number, until: number): Position => ({
    ...at,
    title: dice.pick(kind.earlier),
    companyId: at.id,
    companyName: at.name,
    companyNetworkUrl: null,
    start: monthsAgo(from),
    end: monthsAgo(until),
  });
  const experience = [
    { title, companyId: '1', companyName: 'Northwind', companyNetworkUrl: null, start: monthsAgo(inRole), end: null },
    past(dice.pick(kind.lastAt), inRole + atLast, inRole + 1),
    past(dice.pick(plain), inRole + months + 1, inRole + atLast + 1),
  ];
  return {
    id: String(index),
    networkUrl: `https://www.network.com/in/employee-${String(index)}`,
    fullName: `Employee ${String(index)}`,
    firstName: 'Employee',
    lastName: String(index),
    title,
    place: dice.pick(kind.home),
    personas: reading.tags,
    seniority: reading.seniority,
    skills: kind.skills,
    education: [studies(dice)],
    experience,
  };
}

/**
 * Makes an employee of the client. Every third one worked for years at a former employer of some prospects. Towns and schools are
 * random.
 */
function employeeOfClient(dice: Dice, index: number): ClientEmployee {
  const former =
    index % 3 === 0 ? dice.pick([usesAndKnown, known]) : { id: String(100 + index), name: `Employer ${String(index)}` };
  const left = monthsAgo(dice.between(1, 12));
  return clientEmployee(`client-${String(index)}`, {
    place: dice.pick([city('Dublin', 'Ireland'), city('Leeds', 'United Kingdom'), city('Boston', 'United States')]),
    education: [studies(dice)],
    experience: [{ ...formerly(former.name, '2008-01-01', left), companyId: former.id }],
  });
}

function studies(dice: Dice): Study {
  const startYear = dice.between(1990, 2012);
  return { school: dice.pick(schools), startYear, endYear: startYear + 4 };
}

function monthsAgo(months: number): string {
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
