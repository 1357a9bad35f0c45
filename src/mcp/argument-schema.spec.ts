import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { forAgents } from './argument-schema.js';

const input = z.strictObject({
  companies: z
    .array(z.strictObject({ website: z.string().optional(), size: z.int().optional() }))
    .max(50)
    .meta({ description: 'The companies.' }),
  fields: z.array(z.string()).optional(),
  note: z.string().max(20).optional().meta({ description: 'A note.' }),
  limit: z.int().min(1).max(50).default(10).meta({ description: 'The limit.' }),
  least: z.number().min(0).max(1).optional(),
  explain: z.boolean().optional(),
  job_id: z.int().optional(),
  day: z.string().nullable().optional(),
});
const schema = forAgents(input['~standard']);

async function read(value: unknown): Promise<unknown> {
  const result = await schema.validate(value);
  return result.issues === undefined ? result.value : result.issues.map(({ path }) => path?.map(String).join('.'));
}

describe('Arguments of agents', () => {
  it.each<[string, unknown, unknown]>([
    ['a list as JSON', { companies: '[{"website":"acme.com"}]' }, { companies: [{ website: 'acme.com' }], limit: 10 }],
    ['items as JSON', { companies: ['{"website":"acme.com"}'] }, { companies: [{ website: 'acme.com' }], limit: 10 }],
    ['a number inside JSON', { companies: '[{"size":"12"}]' }, { companies: [{ size: 12 }], limit: 10 }],
    ['a list of texts', { companies: [], fields: ' ["name"] ' }, { companies: [], fields: ['name'], limit: 10 }],
    ['a boolean', { companies: [], explain: 'true' }, { companies: [], explain: true, limit: 10 }],
    ['a boolean of Python', { companies: [], explain: 'False' }, { companies: [], explain: false, limit: 10 }],
    ['a whole number', { companies: [], job_id: '312' }, { companies: [], job_id: 312, limit: 10 }],
    ['a fraction', { companies: [], least: '0.5' }, { companies: [], least: 0.5, limit: 10 }],
    ['null', { companies: [], fields: null, note: null, limit: null }, { companies: [], limit: 10 }],
    ['null in an item', { companies: [{ website: 'a', size: null }] }, { companies: [{ website: 'a' }], limit: 10 }],
    ['null where it has a meaning', { companies: [], day: null }, { companies: [], day: null, limit: 10 }],
  ])('are read as they are meant: %s', async (_, sent, meant) => {
    expect(await read(sent)).toEqual(meant);
  });

  it.each(['["a"]', '{"a":1}', 'true', '12', 'null', ' a '])(
    'stay a text where a text is expected: %s',
    async (note) => {
      expect(await read({ companies: [], note })).toEqual({ companies: [], note, limit: 10 });
    },
  );

  it.each<[string, unknown, string]>([
    ['a required null', { companies: null }, 'companies'],
    ['a list that is no JSON', { companies: 'acme.com' }, 'companies'],
    ['an object in place of a list', { companies: '{"website":"acme.com"}' }, 'companies'],
    ['a number that is none', { companies: [], limit: '1e1' }, 'limit'],
    ['a number beyond the limit', { companies: [], limit: '51' }, 'limit'],
    ['a boolean that is none', { companies: [], explain: 'yes' }, 'explain'],
  ])('are refused where they have no certain meaning: %s', async (_, sent, path) => {
    expect(await read(sent)).toEqual([path]);
  });

  it('are read alike when every list, object, number and boolean of them is sent as JSON', async () => {
    const valid = fc.record(
      {
        companies: fc.array(fc.record({ website: fc.string(), size: fc.nat() }, { requiredKeys: [] }), {
          maxLength: 5,
        }),
        fields: fc.array(fc.string()),
        limit: fc.integer({ min: 1, max: 50 }),
        explain: fc.boolean(),
      },
      { requiredKeys: ['companies'] },
    );
    await fc.assert(
      fc.asyncProperty(valid, async (args) => {
        const asTexts = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, JSON.stringify(value)]));
        expect(await read(asTexts)).toEqual(await read(args));
      }),
    );
  });

  it('have their limits in the descriptions, too, because some programs remove the limits', () => {
    const { properties } = schema.jsonSchema.input({ target: 'draft-2020-12' }) as {
      properties: Record<string, { description?: string }>;
    };
    expect(Object.entries(properties).map(([name, { description }]) => [name, description])).toEqual([
      ['companies', 'The companies. At most 50 items.'],
      ['fields', undefined],
      ['note', 'A note. At most 20 characters.'],
      ['limit', 'The limit. 1 to 50, default 10.'],
      ['least', '0 to 1.'],
      ['explain', undefined],
      ['job_id', undefined],
      ['day', undefined],
    ]);
  });
});
