import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../platform/errors/command-error.js';
import { readTeamSchema } from './team-schema.js';

const whole = {
  regions: [{ name: 'DACH', countries: ['Germany', 'AT', 'Schweiz'] }, { name: 'Rest' }],
  personas: [
    {
      name: 'Platform leader',
      titles: ['Platform', 'Infrastructure'],
      seniorities: ['director', 'executive'],
      weight: 2,
    },
    { name: 'security' },
  ],
  exclude_titles: ['Intern'],
  client_technologies: ['Fluxline'],
  competitor_technologies: ['Jenkins'],
  complementary_technologies: ['Terraform'],
  client_company_network_url: 'https://www.network.com/company/fluxline',
  talking_points: [
    { persona: 'security', text: 'Signed builds' },
    { technology: 'Jenkins', text: 'Moves in a day' },
  ],
  weights: { technical: 1, buyer: 2, receptive: 0, warm_intro: 0.5 },
  max_results: 25,
};

function problemAbout(schema: unknown): string {
  try {
    readTeamSchema(schema);
  } catch (error) {
    if (error instanceof CommandError) return error.message.replace('The schema cannot be used: ', '');
    throw error;
  }
  return 'none';
}

describe('readTeamSchema', () => {
  it('accepts a complete schema, and returns its own result unchanged when it reads the result again', () => {
    const read = readTeamSchema(whole);
    expect(read.personas?.[0]?.seniorities).toEqual(['seniority_director', 'seniority_executive']);
    expect(readTeamSchema(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  it("leaves out empty lists, trims texts, and returns the canonical address of the client's profile page", () => {
    const written = {
      regions: [],
      exclude_titles: ['  Intern '],
      personas: [{ name: ' security ', titles: [], seniorities: ['Team Lead', 'seniority_ic'] }],
      client_company_network_url: 'http://de.network.com/company/Fluxline/about?x=1',
    };
    expect(readTeamSchema(written)).toEqual({
      exclude_titles: ['Intern'],
      personas: [{ name: 'security', seniorities: ['seniority_teamlead', 'seniority_ic'] }],
      client_company_network_url: 'https://www.network.com/company/fluxline',
    });
    expect(readTeamSchema({})).toEqual({});
  });

  it.each([
    [[], 'it must be an object'],
    [null, 'it must be an object'],
    [{ region: [] }, /^it has "region", which is unknown; allowed are regions, personas, exclude_titles, /],
    [JSON.parse('{"zz":1,"__proto__":1}'), /^it has "zz", "__proto__", which are unknown; allowed are /],
    [{ regions: {} }, 'regions must be a list'],
    [{ regions: [{ countries: [] }] }, 'regions[0].name must be a text'],
    [{ regions: [{ name: 'EU', countries: ['DE', ''] }] }, 'regions[0].countries[1] must not be empty'],
    [
      { regions: [{ name: 'EU', country: [] }] },
      'regions[0] has "country", which is unknown; allowed are name, countries',
    ],
    [{ personas: ['it'] }, 'personas[0] must be an object'],
    [
      { personas: [{ name: 'Wizards' }] },
      'personas[0] must have titles or seniorities, because its name does not name a field of work',
    ],
    [
      { personas: [{ name: 'it', seniorities: ['ic', 'boss'] }] },
      'personas[0].seniorities[1] must be one of ic, teamlead, director, executive',
    ],
    [
      { personas: [{ name: 'Buyers' }] },
      'personas[0] must have titles or seniorities, because its name does not name a field of work',
    ],
    [{ personas: [{ name: 'it', weight: -1 }] }, 'personas[0].weight must not be negative'],
    [{ personas: [{ name: 'it', weight: '1' }] }, 'personas[0].weight must be a number'],
    [{ personas: [{ name: 'IT' }, { name: 'it ' }] }, 'personas[1].name is the name of another persona'],
    [{ exclude_titles: 'Intern' }, 'exclude_titles must be a list'],
    [{ exclude_titles: ['?'] }, 'exclude_titles[0] must hold a letter or a digit'],
    [{ client_technologies: [1] }, 'client_technologies[0] must be a text'],
    [{ client_technologies: ['a\0b'] }, 'client_technologies[0] must not hold control characters'],
    [{ client_technologies: ['x'.repeat(201)] }, 'client_technologies[0] must have at most 200 characters'],
    [{ competitor_technologies: Array(501).fill('x') }, 'competitor_technologies must have at most 500 entries'],
    [{ client_company_network_url: 'fluxline' }, 'client_company_network_url must be the profile page of a company'],
    [
      { client_company_network_url: 'https://www.network.com/in/ada' },
      'client_company_network_url must be the profile page of a company',
    ],
    [{ talking_points: [{ text: 'Hi' }] }, 'talking_points[0] must have either persona or technology'],
    [
      { talking_points: [{ persona: 'it', technology: 'Go', text: 'Hi' }] },
      'talking_points[0] must have either persona or technology',
    ],
    [{ talking_points: [{ persona: 'it' }] }, 'talking_points[0].text must be a text'],
    [{ weights: { buyer: -0.1 } }, 'weights.buyer must not be negative'],
    [{ weights: { buyer: Infinity } }, 'weights.buyer must be a number'],
    [{ weights: { buyer: 0, technical: 0 } }, 'weights must have a weight above zero'],
    [{ weights: {} }, 'weights must have a weight above zero'],
    [{ weights: { warmth: 1 } }, /^weights has "warmth", which is unknown/],
    [{ max_results: 0 }, 'max_results must be at least 1'],
    [{ max_results: 501 }, 'max_results must be at most 500'],
    [{ max_results: 2.5 }, 'max_results must be a whole number'],
    [{ max_results: '5' }, 'max_results must be a whole number'],
  ])('refuses the schema %j', (schema, message) => {
    if (typeof message === 'string') expect(problemAbout(schema)).toBe(message);
    else expect(problemAbout(schema)).toMatch(message);
  });

  it('names at most three errors at once, in one line', () => {
    const problem = problemAbout({ max_results: 0, exclude_titles: [''], client_technologies: 1, regions: 1 });
    expect(problem.split('; ')).toHaveLength(3);
    expect(problem).not.toContain('\n');
  });

  it('names unknown members before other errors', () => {
    const problem = problemAbout({ max_results: 0, exclude_titles: [''], client_technologies: 1, region: 1 });
    expect(problem).toMatch(/^it has "region", which is unknown; allowed are .*; exclude_titles\[0\] must not be/);
  });
});
