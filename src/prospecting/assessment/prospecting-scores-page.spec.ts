import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { connectionConstants } from './introduction/acquaintance.js';
import { scoreConstants } from './scores.js';
import { readTeamSchema } from './team/team-schema.js';
import { Team } from './team/team.js';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'prospecting-scores.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

/** The constants in the lists of the page, each with its name, value and reason. */
const listed = [...page.matchAll(/^- `([\w.]+)`: ([\d.:, ]+) \((.+)\)$/gm)].map(([, name, value, reason]) => ({
  name,
  value,
  reason,
}));

/** The path and the value of each constant, for example `technical.skills.most` and `20`. */
function flat(constants: object, path: readonly string[] = []): [name: string, value: string][] {
  return Object.entries(constants).flatMap(([key, value]: [string, unknown]) => {
    const at = [...path, key];
    if (Array.isArray(value)) return [[at.join('.'), value.map((point: unknown[]) => point.join(':')).join(', ')]];
    return typeof value === 'object' && value !== null ? flat(value, at) : [[at.join('.'), String(value)]];
  });
}

describe('docs/prospecting-scores.md', () => {
  const constants = [...flat(scoreConstants), ...flat(connectionConstants)];

  it.each(constants)('states the constant %s with the value %s and a reason', (name, value) => {
    expect(listed).toContainEqual({ name, value, reason: expect.stringMatching(/\w/) });
  });

  it('states no constant that does not exist', () => {
    const names = constants.map(([name]) => name);
    expect(listed.map(({ name }) => name).filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });

  it('states the default weights and the default number of prospects', () => {
    const { weights, maxResults } = new Team({});
    expect(rows.find(([, name]) => name?.startsWith('weights:'))?.[3]).toBe(Object.values(weights).join(', '));
    expect(rows.find(([, name]) => name === 'max_results')?.[3]).toBe(String(maxResults));
  });

  it('contains an example of a schema that is valid', () => {
    const example = /```json\n([^]*?)```/.exec(page)?.[1] ?? '';
    expect(readTeamSchema(JSON.parse(example)).personas).toHaveLength(2);
  });
});
