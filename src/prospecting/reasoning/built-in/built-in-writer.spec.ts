import { describe, expect, test } from '@jest/globals';
import { scoresOf } from '../../assessment/scores.js';
import { BuiltInWriter, composeSections } from './built-in-writer.js';
import { receptive, warmIntro } from './approach-sentences.js';
import { factValues } from './fact-values.js';
import { buyer, technical } from './fit-sentences.js';
import { angles, plainOpening, summary } from './sentences.js';
import { type FactChanges, noTechnologies, someFacts, someWarmPath } from '../facts.fixture.js';
import { formatReasoning } from '../reasoning.js';

const evenWeights = { technical: 0.25, buyer: 0.25, receptive: 0.25, warmIntro: 0.25 };

function sectionsOf(changes: FactChanges): ReturnType<typeof composeSections> {
  return composeSections(someFacts(changes));
}

describe('the built-in writer', () => {
  test('names the gaps of a poor record', () => {
    expect(formatReasoning({ sections: sectionsOf({}) })).toMatchInlineSnapshot(`
      "SUMMARY
      Jane Miller is Head of Data at Acme. The composite score is 31, with its high point in the buying role (80) and its low point in the warm introduction (0).

      TECHNICAL
      Nothing on record ties Jane or Acme to the technologies that the team has named. No skills are on record for Jane.

      BUYER
      Director level suggests a say in both choice and budget. Neither the title nor earlier ones point to a persona.

      RECEPTIVE
      No dated history is on record, so how long Jane has been in the role is unknown. Whether Acme's technical staff is growing is not on record.

      WARM INTRO
      No employee of the client shares an employer, a school or a town with Jane on record, so the first contact would be a cold one."
    `);
  });

  test('tells a rich record as a note on this person', () => {
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
      Jane Miller, VP of Platform at Acme, and Max Weber of the client overlapped at Globex for 1 year and 2 months. Also on record: a promotion into the role 7 months ago; time at Globex while it used Kafka. Located in Toronto, Ontario, Canada (sales region: Americas). Scored 79 overall: strongest in the buying role (94), weakest in the warm introduction (62).

      TECHNICAL
      The skills on record include Kafka, client technology. In place at Acme: Pulsar, a competing technology. Globex used Kafka during Jane's time there. Jane has worked in this or a related position for 14.1 years altogether.

      BUYER
      The title ranks at executive level, which points to a final say. Jane has led people for 6.2 years. The title reads as Platform leader, for 0.6 years in this position and 6.2 years in all positions of that kind. The titles of the last five years, newest first, are VP of Platform, Director of Platform and Platform Lead.

      RECEPTIVE
      Promoted 7 months ago, Jane has a role to fill that is new, at an employer that is not. Acme has enlarged its technical staff by 12.5% in twelve months, which speaks for new needs. Jane brings Kafka to an employer that has Pulsar in place, and has something to compare with.

      WARM INTRO
      Max Weber (Engineer) may make the introduction, since the two overlapped at Globex for 1 year and 2 months. In addition, both studied at McGill University, though not as far as known in the same years. The team's talking point on Kafka fits: "Half the brokers for the same load.""
    `);
  });

  test('gives the same text for the same facts, and says where it comes from', async () => {
    const facts = someFacts({ features: { monthsInRole: 30 } });
    const [one, other] = await Promise.all(
      [1, 2].map(() => new BuiltInWriter().write(facts, new AbortController().signal)),
    );
    expect(one).toEqual(other);
    expect(one?.source).toBe('built-in');
  });

  test('stops with the run', async () => {
    const ended = AbortSignal.abort(new Error('the run has ended'));
    await expect(new BuiltInWriter().write(someFacts(), ended)).rejects.toThrow('the run has ended');
  });
});

test('every placeholder of a sentence is a value', () => {
  const values = factValues(someFacts({}));
  const wordings = [angles, [plainOpening, ...summary, ...technical, ...buyer, ...receptive, ...warmIntro]].flat(3);
  for (const [, name = ''] of wordings.join('\n').matchAll(/\{(\w+)/g)) expect(values).toHaveProperty(name);
});

describe('the summary opens with what is striking', () => {
  test.each<[string, FactChanges['features'], RegExp]>([
    ['a former colleague', { warmPath: someWarmPath() }, /Max Weber.* 1 year and 2 months/],
    ['a promotion', { monthsInRole: 3, monthsSincePromotion: 3 }, /promot.*3 months ago/i],
    ['a start', { monthsInRole: 2 }, /2 months ago/],
    ['a long time', { monthsInRole: 150 }, /over 12 years/],
    [
      'a user of client technology',
      { technologyEmployers: [{ employer: 'Globex', technologies: ['Kafka'] }] },
      /Globex/,
    ],
    ['a competitor in place', { employerUses: { ...noTechnologies, competitor: ['Pulsar'] } }, /Pulsar/],
    ['a team that grows', { techGrowthPercent: 20 }, /(grown|up).* 20%/],
    ['a team that shrinks', { techGrowthPercent: -9.5 }, /(shrunk|down).* 9.5%/],
    ['a skill', { skills: { ...noTechnologies, client: ['Kafka'] } }, /Kafka/],
    ['years of leading', { leadingYears: 8 }, /8 years/],
  ])('%s', (_fact, features, expected) => {
    const [opening = ''] = sectionsOf({ features: { ...features } }).summary.split(/(?<=\.) (?=[A-Z])/);
    expect(opening).toMatch(expected);
    expect(opening).toContain('Jane Miller');
  });
});

describe('the sections', () => {
  test('do not claim a promotion into the role when the last one was before', () => {
    const { receptive } = sectionsOf({ features: { monthsInRole: 20, monthsSincePromotion: 50 } });
    expect(receptive).toContain('4 years and 2 months');
    expect(receptive).not.toContain('came with a promotion');
  });

  test('say whether two were at school together, or not as far as known', () => {
    const tie = (together: boolean) =>
      sectionsOf({
        features: {
          warmPath: someWarmPath({ sharedEmployer: null, sharedSchool: { name: 'McGill University', together } }),
        },
      }).warm_intro;
    expect(tie(true)).toContain('both studied at McGill University in the same years');
    expect(tie(false)).toContain('both studied at McGill University, though not as far as known in the same years');
  });

  test('judge the time in a role as its score does', () => {
    const most = scoresOf(someFacts({ features: { monthsInRole: 3 } }).features, evenWeights).receptive;
    for (let months = 0; months <= 130; months += 1) {
      const facts = someFacts({ features: { monthsInRole: months } });
      const speaksAgainst = /\bhabits?\b|to be convinced/.test(composeSections(facts).receptive);
      const { receptive } = scoresOf(facts.features, evenWeights);
      expect([months, speaksAgainst]).toEqual([months, receptive <= most / 2]);
    }
  });

  test('say which years are of the persona alone and which of related positions too', () => {
    const { technical, buyer } = sectionsOf({
      features: {
        seniority: 'seniority_ic',
        fieldYears: 6.7,
        currentPersonas: [{ persona: 'Engineer', years: 1 }],
        lifetimePersonas: [{ persona: 'Engineer', years: 3.2 }],
      },
    });
    expect(technical).toMatch(/related position.*6\.7 years|6\.7 years.*related position/);
    expect(buyer).toContain('Engineer, for 1 year in this position and 3.2 years in all positions of that kind');
  });

  test.each(['Engineer', 'Head of Data', 'Director', 'Analyst', 'CTO', 'Developer'])(
    'agree in number with the technologies, for the title %s',
    (title) => {
      const employerUses = { ...noTechnologies, competitor: ['Pulsar', 'RabbitMQ'] };
      const { technical, summary } = sectionsOf({ person: { title }, features: { employerUses } });
      expect(technical + summary).not.toMatch(/RabbitMQ, which competes|RabbitMQ is\b|a competing technology/);
      expect(technical).toMatch(/which compete with|competing technologies/);
    },
  );

  test('tell skills of several kinds by kind', () => {
    const skills = { client: ['Kafka', 'Java'], competitor: ['Pulsar'], complementary: ['AWS'] };
    expect(sectionsOf({ features: { skills } }).technical).toContain(
      'client technology (Kafka, Java), competing technology (Pulsar) and complementary technology (AWS)',
    );
  });

  test('distinguish specialists by title and experience', () => {
    const rankOf = (title: string, fieldYears: number) =>
      sectionsOf({ person: { title }, features: { seniority: 'seniority_ic', fieldYears } }).buyer;
    expect(rankOf('Staff Engineer', 3)).toMatch(/senior/i);
    expect(rankOf('Engineer', 8)).toContain('8 years in related positions');
    expect(rankOf('Engineer', 1)).toMatch(/short|little/);
  });

  test('name no colleague whose name is not on record', () => {
    const path = someWarmPath();
    const employee = { ...path.employee, fullName: null };
    const { warm_intro: text } = sectionsOf({ features: { warmPath: { ...path, employee } } });
    expect(text).toContain('whose name is not on record');
    expect(text).toContain('overlapped at Globex for 1 year and 2 months');
  });

  test('quote a talking point of the team', () => {
    const { warm_intro: text } = sectionsOf({ team: { talkingPoints: { data_platform: 'Ask about "lag".' } } });
    expect(text).toMatch(/on data platform.*: "Ask about "lag"\."$/);
  });

  test('say when the team has named no technologies', () => {
    expect(sectionsOf({ team: { technologies: noTechnologies } }).technical).toContain('named no technologies');
  });

  test('get by without a name, a title and an employer', () => {
    const text = formatReasoning({
      sections: sectionsOf({ person: { fullName: '', firstName: '', title: '' }, company: { name: ' ' } }),
    });
    expect(text).toContain('This person is an employee of the company');
    expect(text).not.toMatch(/ {2}|\.\.|(^|\. )(the company|this person)/m);
  });

  test('put an article before those of whom there are many, and none before a post', () => {
    const as = (title: string, seniority: string) => sectionsOf({ person: { title }, features: { seniority } }).summary;
    expect(as('Account Manager', 'seniority_ic')).toMatch(/^Jane Miller is an Account Manager at Acme\./);
    expect(as('Senior Full Stack Developer', 'seniority_ic')).toContain('is a Senior Full Stack Developer at Acme');
    expect(as('Senior Scientist, Photonics', 'seniority_ic')).toContain('is a Senior Scientist, Photonics at Acme');
    expect(as('Assistant Vice President', 'seniority_executive')).toContain('is Assistant Vice President at Acme');
    expect(as('Chargée de mission', 'seniority_ic')).toContain('is Chargée de mission at Acme');
  });
});
