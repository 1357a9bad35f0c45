import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { flag, flagOrTexts, isoDate, listOf, model, modelAsSent, oneOf, text } from './shapes.js';

const profile = model({
  name: text().meta({ description: 'Full name.' }),
  nickname: text().nullish(),
  active: flag().default(true),
  born: isoDate().nullish().meta({ description: 'Date of birth.' }),
  level: oneOf(['junior', 'senior']).nullish(),
  tags: listOf(text(), { max: 3 }).default([]),
  extras: flagOrTexts({ max: 3 }).default(false),
}).meta({ description: 'A profile.' });

describe('a schema made of shapes', () => {
  it('keeps what was sent as it was sent, null included', () => {
    const sent = {
      name: '  Jane\u0000\ud800 ',
      nickname: null,
      active: false,
      born: '2000-02-29',
      level: 'senior',
      tags: ['a', 'a', '__proto__'],
      extras: ['constructor'],
    };
    expect(profile.parse(sent)).toStrictEqual(sent);
  });

  it('leaves optional members that were not sent absent, and fills in defaults', () => {
    expect(profile.parse({ name: 'Jane' })).toStrictEqual({ name: 'Jane', active: true, tags: [], extras: false });
  });

  it('does not share one default list between requests', () => {
    profile.parse({ name: 'Jane' }).tags.push('leaked');
    expect(profile.parse({ name: 'Jane' }).tags).toEqual([]);
  });

  it('drops members that it does not name', () => {
    const sent: unknown = JSON.parse('{"name":"Jane","admin":true,"__proto__":{"nickname":"J"}}');
    const kept = profile.parse(sent);
    expect(Object.keys(kept)).not.toContain('admin');
    expect(kept.nickname).toBeUndefined();
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  });

  it('keeps the order of members where it is asked to, and of two of one name the last', () => {
    const shape = modelAsSent({ a: text().nullish(), b: text(), c: text().nullish() }).refine(
      ({ b }) => b !== '',
      'no b',
    );
    const kept = shape.parse(JSON.parse('{"c":"1","x":0,"b":"2","__proto__":{"a":"3"},"a":null,"c":"4"}'));
    expect(JSON.stringify(kept)).toBe('{"c":"4","b":"2","a":null}');
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect(JSON.stringify(shape.meta({ id: 'Kept' }).parse({ b: '1', a: '2' }))).toBe('{"b":"1","a":"2"}');
    expect(shape.safeParse({ a: 1, b: '' }).error?.issues.map(({ path }) => path)).toEqual([['a']]);
    expect(shape.safeParse('ab').success).toBe(false);
  });

  it('gives TypeScript the type of what it lets through', () => {
    const { name, nickname, active, born, level, tags, extras } = profile.parse({ name: 'Jane' });
    const typed: {
      name: string;
      nickname: string | null | undefined;
      active: boolean;
      born: string | null | undefined;
      level: 'junior' | 'senior' | null | undefined;
      tags: string[];
      extras: boolean | string[];
    } = { name, nickname, active, born, level, tags, extras };
    expect(typed.active).toBe(true);
  });
});

describe('a schema made of shapes, in OpenAPI', () => {
  const members = {
    name: { type: 'string', description: 'Full name.' },
    active: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 3, default: [] },
    extras: {
      anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 }],
      default: false,
    },
  };

  it('is JSON Schema with the formats, bounds, defaults and descriptions', () => {
    expect(z.toJSONSchema(profile, { io: 'input' })).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      description: 'A profile.',
      properties: {
        ...members,
        nickname: { type: ['string', 'null'] },
        born: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], description: 'Date of birth.' },
        level: { anyOf: [{ type: 'string', enum: ['junior', 'senior'] }, { type: 'null' }] },
      },
      required: ['name'],
    });
  });

  it('is the dialect of OpenAPI 3.0 when asked for through Standard Schema', () => {
    expect(profile['~standard'].jsonSchema.input({ target: 'openapi-3.0' })).toEqual({
      type: 'object',
      description: 'A profile.',
      properties: {
        ...members,
        nickname: { type: 'string', nullable: true },
        born: { type: 'string', format: 'date', nullable: true, description: 'Date of birth.' },
        level: { type: 'string', enum: ['junior', 'senior'], nullable: true },
      },
      required: ['name'],
    });
  });

  it('keeps the format of a date that gets a description of its own', () => {
    expect(z.toJSONSchema(isoDate().meta({ description: 'First day.' }), { io: 'input' })).toMatchObject({
      type: 'string',
      format: 'date',
      description: 'First day.',
    });
  });

  it.each([
    ['text', text()],
    ['flag', flag()],
    ['isoDate', isoDate()],
    ['oneOf', oneOf(['a'])],
    ['listOf', listOf(text(), { max: 1 })],
    ['flagOrTexts', flagOrTexts({ max: 1 })],
    ['model with a rule', model({ a: text() }).refine(({ a }) => a !== '', 'a is empty')],
  ])('takes a description: %s', (_name, shape: z.ZodType) => {
    const described = z.toJSONSchema(shape.meta({ description: 'Words.' }), { io: 'input' });
    expect(described.description).toBe('Words.');
    expect(described.type ?? described.anyOf).toBeDefined();
  });
});
