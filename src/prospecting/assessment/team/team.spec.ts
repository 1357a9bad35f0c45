import { describe, expect, it } from '@jest/globals';
import { personasOf, seniorityOf } from '../../../titles/seniority.js';
import { readTeamSchema } from './team-schema.js';
import { Team, type TitleReading } from './team.js';

function team(schema: unknown): Team {
  return new Team(readTeamSchema(schema));
}

function reading(title: string): TitleReading {
  return { title, tags: personasOf(title), seniority: seniorityOf(title) };
}

function personas(schema: unknown, title: string): string[] {
  return team(schema)
    .personasOf(reading(title))
    .map(({ name }) => name);
}

describe('the personas of a team', () => {
  const leaders = { name: 'Platform leader', titles: ['platform', 'SRE'], seniorities: ['director', 'executive'] };

  it.each([
    ['Director of Platform Engineering', true],
    ['DIRECTOR, PLATFORM', true],
    ['Platform Engineer', false],
    ['Director of Platforms', false],
    ['Director of Finance', false],
    ['Head of SRE', true],
  ])('decide by keyword and seniority whether they match the title "%s": %s', (title, belongs) => {
    expect(personas({ personas: [leaders] }, title)).toEqual(belongs ? ['Platform leader'] : []);
  });

  it.each([
    ['customer_success', 'Customer Success Manager', true],
    ['Customer Success', 'Customer Success Manager', true],
    ['Security leaders', 'Information Security Officer', true],
    ['Security leaders', 'Sales Director', false],
    ['IT decision makers', 'Head of IT', true],
    ['IT decision makers', 'Factory Worker', false],
    ['hospitality', 'Hotel Manager', true],
    ['board', 'Hotel Manager', false],
  ])(
    'that list no titles match titles in the field of work that their name contains: for the persona "%s" and the title "%s" the result is %s',
    (name, title, belongs) => {
      expect(personas({ personas: [{ name }] }, title)).toEqual(belongs ? [name] : []);
    },
  );

  it('with a list of titles also match a job title with the tag "procurement" if this tag is the name of the persona', () => {
    const titles = ['Chief of Staff'];
    expect(personas({ personas: [{ name: 'procurement', titles }] }, 'Purchasing Manager')).toEqual(['procurement']);
    expect(personas({ personas: [{ name: 'Economic buyer', titles }] }, 'Purchasing Manager')).toEqual([]);
    expect(personas({ personas: [{ name: 'Economic buyer', titles }] }, 'Chief of Staff')).toEqual(['Economic buyer']);
  });

  it('match every title of their seniorities if their name mentions no field of work', () => {
    const schema = { personas: [{ name: 'The top', seniorities: ['executive'] }] };
    expect(personas(schema, 'Chief Financial Officer')).toEqual(['The top']);
    expect(personas(schema, 'Accountant')).toEqual([]);
    const buyers = [
      'Decision makers',
      'Economic Buyer',
      'Technical evaluator',
      'End users',
      'Budget holder',
      'C-level',
    ];
    for (const name of buyers)
      expect(personas({ personas: [{ ...schema.personas[0], name }] }, 'Chief Financial Officer')).toEqual([name]);
  });

  it('do not match a title of unknown seniority if they list seniorities', () => {
    const unknown = { title: 'Platform', tags: ['engineering'], seniority: null };
    expect(team({ personas: [leaders] }).personasOf(unknown)).toEqual([]);
    expect(team({ personas: [{ name: 'engineering' }] }).personasOf(unknown)).toHaveLength(1);
  });

  it('are returned in the order of their weights, each with a fit that is its weight divided by the highest weight', () => {
    const schema = {
      personas: [{ name: 'engineering', weight: 2 }, { name: 'IT', titles: ['engineer'], weight: 5 }, leaders],
    };
    const matches = team(schema).personasOf(reading('Director of Platform Engineering, Engineer'));
    expect(matches.map(({ name, fit }) => [name, fit])).toEqual([
      ['IT', 1],
      ['engineering', 0.4],
      ['Platform leader', 0.2],
    ]);
  });

  it('have a fit of 0 if all weights are zero', () => {
    const [match] = team({ personas: [{ name: 'it', weight: 0 }] }).personasOf(reading('IT Manager'));
    expect(match?.fit).toBe(0);
  });

  it('recognise titles in their field of work at any seniority, and no titles if they have no field', () => {
    const inField = (persona: object, title: string): boolean | undefined =>
      team({ personas: [persona] })
        .personasOf(reading('Director of Platform'))[0]
        ?.isOfField(reading(title));
    expect(inField(leaders, 'Platform Engineer')).toBe(true);
    expect(inField(leaders, 'Accountant')).toBe(false);
    expect(inField({ name: 'The top', seniorities: ['director'] }, 'Director of Platform')).toBe(false);
  });

  it('match people who lead others if the schema defines no personas', () => {
    const titles = ['Chief Financial Officer', 'Head of Sales', 'Engineering Manager', 'Accountant', ''];
    expect(titles.map((title) => personas({}, title).length)).toEqual([1, 1, 1, 0, 0]);
    expect(team({}).hasPersonas).toBe(false);
  });
});

describe('The excluded titles of a team', () => {
  it('match whole words, in any letter case and with or without accents', () => {
    const { excludes } = {
      excludes: (title: string) => team({ exclude_titles: ['intérim'] }).excludes(reading(title)),
    };
    expect(['Interim CTO', 'INTÉRIM', 'Interims', 'CTO'].map(excludes)).toEqual([true, true, false, false]);
    expect(team({}).excludes(reading('Intern'))).toBe(false);
  });
});

describe('The regions of a team', () => {
  const regions = [
    { name: 'DACH', countries: ['Germany', 'AT', 'schweiz'] },
    { name: 'Europe', countries: ['Germany', 'United Kingdom', 'France'] },
  ];

  it.each([
    ['Germany', 'DACH'],
    ['de', 'DACH'],
    ['Austria', 'DACH'],
    ['Switzerland', 'DACH'],
    ['UK', 'Europe'],
    ['Japan', null],
    [null, null],
  ])('assign the country %s to the region %s', (country, region) => {
    expect(team({ regions }).regionOf(country)).toBe(region);
  });

  it('assign every country that no region names to the region without countries', () => {
    const all = team({ regions: [{ name: 'Rest' }, ...regions] });
    expect(['Japan', 'UK', null].map((country) => all.regionOf(country))).toEqual(['Rest', 'Europe', 'Rest']);
  });

  it('are the single region Global if the team names none', () => {
    expect([team({}).regionOf('Japan'), team({}).regionOf(null)]).toEqual(['Global', 'Global']);
  });
});

describe('The other members of a team', () => {
  it('have default values', () => {
    const { weights, maxResults, technologies, talkingPoints, clientCompanyNetworkUrl } = team({});
    expect(weights).toEqual({ technical: 0.25, buyer: 0.3, receptive: 0.2, warmIntro: 0.25 });
    expect({ maxResults, technologies, talkingPoints, clientCompanyNetworkUrl }).toEqual({
      maxResults: 50,
      technologies: { client: [], complementary: [], competitor: [] },
      talkingPoints: [],
      clientCompanyNetworkUrl: null,
    });
  });

  it('include weights that are scaled to the sum 1, and zero for a weight that is left out', () => {
    expect(team({ weights: { technical: 1, warm_intro: 3 } }).weights).toEqual({
      technical: 0.25,
      buyer: 0,
      receptive: 0,
      warmIntro: 0.75,
    });
  });
});
