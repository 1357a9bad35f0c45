import { describe, expect, test } from '@jest/globals';
import { scoresOf } from '../../assessment/scores.js';
import { BuiltInWriter, composeSections } from './built-in-writer.js';
import { type FactChanges, noTechnologies, someFacts, someWarmPath } from '../facts.fixture.js';
import { formatReasoning } from '../reasoning.js';

const evenWeights = { technical: 0.25, buyer: 0.25, receptive: 0.25, warmIntro: 0.25 };

function sectionsOf(changes: FactChanges): ReturnType<typeof composeSections> {
  return composeSections(someFacts(changes));
}

describe('the built-in writer', () => {
  test('says which facts are missing for a person of whom little is known', () => {
    expect(formatReasoning({ sections: sectionsOf({}) })).toMatchInlineSnapshot(`
      "SUMMARY
      Jane Miller is Head of Data at Acme. The composite score is 31. Its strongest part is the buying role (80) and its weakest is the warm introduction (0).

      TECHNICAL
      Nothing on record links Jane or Acme to the team's technologies. No skills of Jane are on record.

      BUYER
      At director level, Jane is likely to have a budget and a say in how it is spent. None of Jane's titles fits a persona.

      RECEPTIVE
      It is not on record when Jane took the current role. It is not on record how the technical headcount at Acme has changed.

      WARM INTRO
      No employee of the client is known to share an employer, a school or a town with Jane, so the first contact would be a cold one."
    `);
  });

  test('uses the details of a person of whom much is known', () => {
    const sections = sectionsOf({
      person: { location: 'Toronto, Ontario, Canada', skills: ['Kafka', 'Python'], title: 'VP of Platform' },
      company: { industry: 'Software', technologies: ['Python', 'Pulsar'] },
      team: { talkingPoints: { Kafka: 'Half the brokers for the same load.' } },
      features: {
        region: 'Americas',
        seniority: 'seniority_executive',
        currentPersonas: [{ persona: 'Platform leader', years: 0.6 }],
        lifetimePersonas: [{ persona: 'Platform leader', years: 6.2 }],
        fieldYears: 14.1,
        leadingYears: 6.2,
        monthsInRole: 7,
        monthsSincePromotion: 7,
        recentTitles: ['VP of Platform', 'Director of Platform', 'Platform Lead'],
        techGrowthPercent: 12.46,
        technologyEmployers: [{ employer: 'Globex', technologies: ['Kafka'] }],
        skills: { ...noTechnologies, client: ['Kafka'] },
        employerUses: { ...noTechnologies, competitor: ['Pulsar'] },
        warmPath: someWarmPath({ sharedSchool: { name: 'McGill University', together: false } }),
      },
      scores: { technical: 71.5, buyer: 94.3, receptive: 79, warmIntro: 62, composite: 79.1 },
    });
    expect(formatReasoning({ sections })).toMatchInlineSnapshot(`
      "SUMMARY
      Jane Miller is VP of Platform at Acme, based in Toronto, Ontario, Canada. The sales region is Americas. Jane and Max Weber of the client both worked at Globex at the same time for 1 year and 2 months. Jane was promoted into the current role 7 months ago. Jane worked at Globex while it used Kafka. The composite score is 79. Its strongest part is the buying role (94) and its weakest is the warm introduction (62).

      TECHNICAL
      Jane's skills include the client technology Kafka. Acme uses the competing technology Pulsar. Globex used the client technology Kafka while Jane worked there. Jane has 14.1 years of experience in this and related positions.

      BUYER
      At executive level, Jane is likely to have the final say on a purchase. Jane has led people for 6.2 years. Jane's title fits the persona Platform leader. Jane has been in positions of that kind for 6.2 years, including 0.6 years in the current one. Jane's titles of the last five years, newest first, are VP of Platform, Director of Platform and Platform Lead.

      RECEPTIVE
      Jane has been in the current role for 7 months, long enough to know what is missing and short enough to change it. The role came with a promotion. The technical headcount at Acme grew by 12.5% in the last twelve months. Acme already uses Pulsar, but Jane knows Kafka and can compare.

      WARM INTRO
      Max Weber (Engineer) is the best person to ask for an introduction. Jane and Max Weber both worked at Globex at the same time for 1 year and 2 months. They both studied at McGill University, but are not known to have been there in the same years. The team's talking point on Kafka: "Half the brokers for the same load.""
    `);
  });

  test('writes the same text for the same facts, and states the built-in writer as the source', async () => {
    const facts = someFacts({ features: { monthsInRole: 30 } });
    const [one, other] = await Promise.all(
      [1, 2].map(() => new BuiltInWriter().write(facts, new AbortController().signal)),
    );
    expect(one).toEqual(other);
    expect(one?.source).toBe('built-in');
  });

  test('stops when the run is aborted', async () => {
    const ended = AbortSignal.abort(new Error('the run has ended'));
    await expect(new BuiltInWriter().write(someFacts(), ended)).rejects.toThrow('the run has ended');
  });
});

describe('the summary of the built-in writer', () => {
  test.each<[string, FactChanges['features'], string]>([
    [
      'a former colleague',
      { warmPath: someWarmPath() },
      'Jane and Max Weber of the client both worked at Globex at the same time for 1 year and 2 months.',
    ],
    [
      'a promotion into the role',
      { monthsInRole: 3, monthsSincePromotion: 3 },
      'Jane was promoted into the current role 3 months ago.',
    ],
    [
      'a promotion before the current role',
      { monthsInRole: 3, monthsSincePromotion: 9 },
      'Jane was promoted 9 months ago.',
    ],
    ['a recent start in the role', { monthsInRole: 2 }, 'Jane started in the current role 2 months ago.'],
    ['a long time in the role', { monthsInRole: 150 }, 'Jane has been in the current role for over 12 years.'],
    [
      'an earlier employer with client technology',
      { technologyEmployers: [{ employer: 'Globex', technologies: ['Kafka'] }] },
      'Jane worked at Globex while it used Kafka.',
    ],
    [
      'a competitor in place',
      { employerUses: { ...noTechnologies, competitor: ['Pulsar'] } },
      'Acme uses the competing technology Pulsar.',
    ],
    [
      'a team that grows',
      { techGrowthPercent: 20 },
      'The technical headcount at Acme grew by 20% in the last twelve months.',
    ],
    [
      'a team that shrinks',
      { techGrowthPercent: -9.5 },
      'The technical headcount at Acme fell by 9.5% in the last twelve months.',
    ],
    ['a skill', { skills: { ...noTechnologies, client: ['Kafka'] } }, "Jane's skills include Kafka."],
    [
      'client technology in place',
      { employerUses: { ...noTechnologies, client: ['Kafka'] } },
      'Acme already uses the client technology Kafka.',
    ],
    ['years of leading', { leadingYears: 8 }, 'Jane has led people for 8 years.'],
    ['years of experience', { fieldYears: 8 }, 'Jane has 8 years of experience in this and related positions.'],
    ['the time in the role', { monthsInRole: 30 }, 'Jane has been in the current role for 2 years and 6 months.'],
  ])('states %s directly after the sentence with the name and the title', (_fact, features, expected) => {
    const { summary } = sectionsOf({ features: { ...features } });
    expect(summary.split(' The composite score')[0]).toBe(`Jane Miller is Head of Data at Acme. ${expected}`);
  });

  test('states the three most striking facts, at most one for each topic', () => {
    const { summary } = sectionsOf({
      features: {
        warmPath: someWarmPath(),
        monthsInRole: 3,
        monthsSincePromotion: 3,
        technologyEmployers: [{ employer: 'Initech', technologies: ['Kafka', 'Java'] }],
        techGrowthPercent: 20,
        leadingYears: 8,
      },
    });
    expect(summary).toBe(
      'Jane Miller is Head of Data at Acme. ' +
        'Jane and Max Weber of the client both worked at Globex at the same time for 1 year and 2 months. ' +
        'Jane was promoted into the current role 3 months ago. ' +
        'Jane worked at Initech while it used Kafka and Java. ' +
        'The composite score is 31. Its strongest part is the buying role (80) and its weakest is the warm introduction (0).',
    );
  });

  test('states the industry when no fact is striking', () => {
    expect(sectionsOf({ company: { industry: 'Software' } }).summary).toContain('The industry is Software.');
    expect(sectionsOf({ company: { industry: 'Software' }, features: { leadingYears: 8 } }).summary).not.toContain(
      'Software',
    );
  });

  test('states a sales region that the location does not contain', () => {
    const told = (region: string) => sectionsOf({ person: { location: 'Lima, Peru' }, features: { region } }).summary;
    expect(told('Americas')).toContain('at Acme, based in Lima, Peru. The sales region is Americas.');
    expect(told('Peru')).not.toContain('region');
    expect(told('Global')).not.toContain('region');
  });

  test('says that the four parts of the score are equal, if they are', () => {
    const scores = { technical: 20, buyer: 20.4, receptive: 19.6, warmIntro: 20, composite: 20 };
    expect(sectionsOf({ scores }).summary).toContain('The composite score is 20, and its four parts are equal.');
  });

  test('puts the suffix of a name between commas', () => {
    const { summary } = sectionsOf({ person: { fullName: 'Jane Miller, PhD' } });
    expect(summary).toMatch(/^Jane Miller, PhD, is Head of Data at Acme\./);
  });
});

describe('the sections of the built-in writer', () => {
  test('do not say that the role came with a promotion if the last promotion was earlier', () => {
    const { receptive } = sectionsOf({ features: { monthsInRole: 20, monthsSincePromotion: 50 } });
    expect(receptive).toContain('4 years and 2 months');
    expect(receptive).not.toContain('came with a promotion');
  });

  test('say that two persons were at a school in the same years, or that this is not known', () => {
    const tie = (together: boolean) =>
      sectionsOf({
        features: {
          warmPath: someWarmPath({ sharedEmployer: null, sharedSchool: { name: 'McGill University', together } }),
        },
      }).warm_intro;
    expect(tie(true)).toContain('Jane and Max Weber both studied at McGill University in the same years');
    expect(tie(false)).toContain(
      'Jane and Max Weber both studied at McGill University, but are not known to have been there in the same years',
    );
  });

  test('mention habits if the time in the role gives at most half of the points that it can give, and otherwise do not', () => {
    const most = scoresOf(someFacts({ features: { monthsInRole: 3 } }).features, evenWeights).receptive;
    for (let months = 0; months <= 130; months += 1) {
      const facts = someFacts({ features: { monthsInRole: months } });
      const speaksAgainst = /\bhabits?\b/.test(composeSections(facts).receptive);
      const { receptive } = scoresOf(facts.features, evenWeights);
      expect([months, speaksAgainst]).toEqual([months, receptive <= most / 2]);
    }
  });

  test('distinguish years in the persona itself from years in related positions', () => {
    const { technical, buyer } = sectionsOf({
      features: {
        seniority: 'seniority_ic',
        fieldYears: 6.7,
        currentPersonas: [{ persona: 'Engineer', years: 1 }],
        lifetimePersonas: [{ persona: 'Engineer', years: 3.2 }],
      },
    });
    expect(technical).toContain('6.7 years of experience in this and related positions');
    expect(buyer).toContain(
      'Jane has been in positions of that kind for 3.2 years, including 1 year in the current one.',
    );
  });

  test.each(['Engineer', 'Head of Data', 'Director', 'Analyst', 'CTO', 'Developer'])(
    'use the plural for two technologies if the title of the person is %s',
    (title) => {
      const employerUses = { ...noTechnologies, competitor: ['Pulsar', 'RabbitMQ'] };
      const { technical, summary } = sectionsOf({ person: { title }, features: { employerUses } });
      expect(technical).toContain('Acme uses the competing technologies Pulsar and RabbitMQ.');
      expect(summary).toContain('Acme uses the competing technologies Pulsar and RabbitMQ.');
    },
  );

  test("list the skills in the team's technologies by kind: client, competing and complementary technologies", () => {
    const skills = { client: ['Kafka', 'Java'], competitor: ['Pulsar'], complementary: ['AWS'] };
    expect(sectionsOf({ features: { skills } }).technical).toContain(
      'the client technologies Kafka and Java, the competing technology Pulsar and the complementary technology AWS',
    );
  });

  test('say which part a specialist is likely to have in a purchase, judged by title and experience', () => {
    const rankOf = (title: string, fieldYears: number) =>
      sectionsOf({ person: { title }, features: { seniority: 'seniority_ic', fieldYears } }).buyer;
    expect(rankOf('Staff Engineer', 3)).toMatch(/senior/i);
    expect(rankOf('Engineer', 8)).toContain('8 years in related positions');
    expect(rankOf('Engineer', 4)).toContain('to advise on it');
    expect(rankOf('Engineer', 1)).toContain('little experience');
  });

  test("state several connections, the strongest first, and put the suffix of the colleague's name between commas", () => {
    const employee = { ...someWarmPath().employee, fullName: 'Max Weber, MBA' };
    const warmPath = someWarmPath({ employee, samePlace: 'Toronto' });
    expect(sectionsOf({ features: { warmPath } }).warm_intro).toBe(
      'Max Weber, MBA (Engineer) is the best person to ask for an introduction. ' +
        'Jane and Max Weber, MBA, both worked at Globex at the same time for 1 year and 2 months. ' +
        'They are both based in Toronto.',
    );
  });

  test('say that the name of the colleague is not on record if the colleague has no name', () => {
    const path = someWarmPath();
    const employee = { ...path.employee, fullName: null };
    const { warm_intro: text } = sectionsOf({ features: { warmPath: { ...path, employee } } });
    expect(text).toContain('whose name is not on record');
    expect(text).toContain('worked at Globex at the same time for 1 year and 2 months');
  });

  test('quote a talking point of the team', () => {
    const { warm_intro: text } = sectionsOf({ team: { talkingPoints: { data_platform: 'Ask about "lag".' } } });
    expect(text).toMatch(/on data platform.*: "Ask about "lag"\."$/);
  });

  test.each<[string, FactChanges, string]>([
    [
      'a promotion into the role',
      { features: { monthsInRole: 20, monthsSincePromotion: 20 } },
      'The role came with a promotion.',
    ],
    [
      'no promotion',
      { features: { monthsInRole: 20 } },
      'No rise to a higher level at the same employer is on record.',
    ],
    [
      'a level headcount',
      { features: { techGrowthPercent: 0.01 } },
      'The technical headcount at Acme is the same as a year ago.',
    ],
    [
      'a slight growth',
      { features: { techGrowthPercent: 3.04 } },
      'The technical headcount at Acme grew slightly, by 3%, in the last twelve months.',
    ],
    [
      'a slight decline',
      { features: { techGrowthPercent: -1.5 } },
      'The technical headcount at Acme fell slightly, by 1.5%, in the last twelve months.',
    ],
    [
      'a competitor that the person knows',
      {
        features: {
          employerUses: { ...noTechnologies, competitor: ['Pulsar', 'MQ'] },
          skills: { ...noTechnologies, competitor: ['Pulsar'] },
        },
      },
      'Jane knows Pulsar, which Acme uses, and can judge what a change would bring and cost.',
    ],
    [
      'a competitor in place',
      { features: { employerUses: { client: ['Kafka'], competitor: ['Pulsar'], complementary: ['AWS'] } } },
      'Acme already uses Pulsar, so a change has to be worth the effort.',
    ],
    [
      'client technology in place',
      { features: { employerUses: { ...noTechnologies, client: ['Kafka'], complementary: ['AWS'] } } },
      'Acme already uses Kafka, so there is less to explain.',
    ],
    [
      'complementary technology in place',
      { features: { employerUses: { ...noTechnologies, complementary: ['AWS'] } } },
      'Acme already uses AWS, which makes a start easier.',
    ],
    [
      'earlier employers',
      {
        features: {
          technologyEmployers: [
            { employer: 'Globex', technologies: ['Kafka'] },
            { employer: 'Initech', technologies: ['Kafka', 'Java'] },
          ],
        },
      },
      'Earlier employers used client technology while Jane worked there: Globex (Kafka) and Initech (Kafka, Java).',
    ],
    [
      'little experience',
      { features: { fieldYears: 0.5 } },
      'Jane has only 0.5 years of experience in this and related positions.',
    ],
    [
      'skills that the employer uses',
      { person: { skills: ['Go', 'SQL', 'C', 'Perl', 'Java'] }, company: { technologies: ['go'] } },
      "Jane's skills include Go, which Acme uses. Other skills include SQL, C and Perl.",
    ],
    ['other skills', { person: { skills: ['Go', 'SQL'] } }, "Jane's skills include Go and SQL."],
    [
      'earlier years of leading people',
      { features: { seniority: 'seniority_ic', leadingYears: 2 } },
      'In earlier positions, Jane led people for 2 years.',
    ],
    [
      'a persona of lower weight, and a second one',
      {
        features: {
          personaFit: 0.5,
          currentPersonas: [
            { persona: 'it', years: 0 },
            { persona: 'User', years: 0 },
          ],
          lifetimePersonas: [{ persona: 'it', years: 2 }],
        },
      },
      "Jane's title fits the persona IT, which is not the team's top priority. Jane has been in positions of that kind for 2 years. The title also fits the persona User.",
    ],
    [
      'an earlier persona',
      { features: { lifetimePersonas: [{ persona: 'User', years: 2 }] } },
      "Jane's current title fits no persona, but earlier ones fit the persona User, for 2 years.",
    ],
    [
      'the title before',
      { features: { recentTitles: ['Head of Data', 'Data Lead'] } },
      "Jane's previous title was Data Lead.",
    ],
    [
      'a title without rank',
      { features: { seniority: null } },
      "The title does not show a rank, so Jane's part in a purchase is unknown.",
    ],
    [
      'a weak link',
      { features: { warmPath: someWarmPath({ sharedEmployer: null, samePlace: 'Oslo' }) } },
      'The employee of the client with the closest link to Jane is Max Weber (Engineer), but this link is weak. Jane and Max Weber are both based in Oslo.',
    ],
    [
      'an earlier employer as the occasion of a message',
      { features: { technologyEmployers: [{ employer: 'Globex', technologies: ['Kafka'] }] } },
      "The message can refer to Jane's time at Globex.",
    ],
    [
      'a promotion as the occasion of a message',
      { features: { monthsSincePromotion: 4 } },
      'The message can begin with congratulations on the promotion.',
    ],
    [
      'a new role as the occasion of a message',
      { features: { monthsInRole: 4 } },
      'The message can begin with the new role.',
    ],
    [
      'a skill as the occasion of a message',
      { features: { skills: { ...noTechnologies, client: ['Kafka'] } } },
      'The message can begin with Kafka, which Jane knows.',
    ],
  ])('contain the right sentence about %s', (_fact, changes, expected) => {
    expect(Object.values(sectionsOf(changes)).join(' ')).toContain(expected);
  });

  test('say that the team has named no technologies, if it has named none', () => {
    expect(sectionsOf({ team: { technologies: noTechnologies } }).technical).toContain('named no technologies');
  });

  test('are whole sentences even without a name, a title and an employer', () => {
    const text = formatReasoning({
      sections: sectionsOf({ person: { fullName: '', firstName: '', title: '' }, company: { name: ' ' } }),
    });
    expect(text).toContain('This person is an employee of the company');
    expect(text).not.toMatch(/ {2}|\.\.|(^|\. )(the company|this person)/m);
  });

  test('put an article before a title such as Account Manager, and none before one such as Vice President', () => {
    const as = (title: string, seniority: string) => sectionsOf({ person: { title }, features: { seniority } }).summary;
    expect(as('Account Manager', 'seniority_ic')).toMatch(/^Jane Miller is an Account Manager at Acme\./);
    expect(as('Senior Full Stack Developer', 'seniority_ic')).toContain('is a Senior Full Stack Developer at Acme');
    expect(as('Senior Scientist, Photonics', 'seniority_ic')).toContain('is a Senior Scientist, Photonics at Acme');
    expect(as('Assistant Vice President', 'seniority_executive')).toContain('is Assistant Vice President at Acme');
    expect(as('Chargée de mission', 'seniority_ic')).toContain('is Chargée de mission at Acme');
  });
});
