import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { checked, dtos, dtoWith, errorsOf } from './request-dto.fixture.js';
import {
  FieldNames,
  Flag,
  FlagOrFieldNames,
  IsoDate,
  ListOf,
  ModelRule,
  Nullish,
  OneOf,
  RequestDto,
  Text,
  WholeNumber,
} from './request-dto.js';

@RequestDto()
class Profile {
  @Text() name!: string;
  @Nullish() @Text() nickname?: string | null;
  @Flag() active = true;
  @Nullish() @IsoDate() born?: string | null;
  @Nullish() @OneOf(['junior', 'senior']) level?: string | null;
  @FieldNames() tags: string[] = [];
  @FlagOrFieldNames() extras: boolean | string[] = false;
}

@RequestDto()
@ModelRule<Kept>(({ b }) => (b === '' ? 'no b' : null))
class Kept {
  @Nullish() @Text() a?: string | null;
  @Text() b!: string;
  @Nullish() @Text() c?: string | null;
}

@RequestDto()
class ListOfKept {
  @ListOf(Kept, { max: 2 }) list!: Kept[];
}

describe('A class with decorators of request-dto.ts', () => {
  it('does not change valid values, not even null', () => {
    const sent = {
      name: '  Jane\u0000\ud800 ',
      nickname: null,
      active: false,
      born: '2000-02-29',
      level: 'senior',
      tags: ['a', 'a', '__proto__'],
      extras: ['constructor'],
    };
    expect(checked(Profile, sent)).toStrictEqual(sent);
  });

  it('leaves absent optional members absent, and fills in defaults', () => {
    expect(checked(Profile, { name: 'Jane' })).toStrictEqual({ name: 'Jane', active: true, tags: [], extras: false });
  });

  it('makes a new default list for each request', () => {
    checked(Profile, { name: 'Jane' }).tags.push('leaked');
    expect(checked(Profile, { name: 'Jane' }).tags).toEqual([]);
  });

  it('drops members that the class does not name', () => {
    const sent: unknown = JSON.parse('{"name":"Jane","admin":true,"__proto__":{"nickname":"J"}}');
    const kept = checked(Profile, sent);
    expect(Object.keys(kept)).not.toContain('admin');
    expect(kept.nickname).toBeUndefined();
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  });

  it('refuses null for a member with a default', () => {
    const items = errorsOf(Profile, { name: 'Jane', active: null, tags: null, extras: null });
    expect(items.map(({ type, loc }) => [type, ...loc.slice(1)])).toEqual([
      ['bool_type', 'active'],
      ['list_type', 'tags'],
      ['bool_type', 'extras', 'bool'],
      ['list_type', 'extras', 'list[str]'],
    ]);
  });

  it('keeps members in the order in which they were sent, and uses the last of two members with the same name', () => {
    const kept = checked(Kept, JSON.parse('{"c":"1","x":0,"b":"2","__proto__":{"a":"3"},"a":null,"c":"4"}'));
    expect(JSON.stringify(kept)).toBe('{"c":"4","b":"2","a":null}');
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect(errorsOf(Kept, { a: 1, b: '' }).map(({ loc }) => loc)).toEqual([['body', 'a']]);
    expect(errorsOf(Kept, { a: '1', b: '' }).map(({ type }) => type)).toEqual(['value_error']);
  });

  it('drops unknown members from the objects of a list, and changes nothing else in them', () => {
    const sent = { list: [{ b: '1' }, { other: 1, b: '2' }] };
    const kept = checked(ListOfKept, sent);
    expect(JSON.stringify(kept)).toBe('{"list":[{"b":"1"},{"b":"2"}]}');
    expect(kept.list[0]).toBe(sent.list[0]);
    expect(sent.list[1]).toHaveProperty('other');
  });
});

describe('A number in a URL parameter', () => {
  it.each<[text: unknown, type: string, msg: string, parameters: object]>([
    [1, 'int_type', 'Input should be a valid integer', {}],
    [['1'], 'int_type', 'Input should be a valid integer', {}],
    ['', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', {}],
    ['1.5', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', {}],
    ['1', 'greater_than_equal', 'Input should be greater than or equal to 2', { ctx: { ge: 2 } }],
    ['-9', 'greater_than_equal', 'Input should be greater than or equal to 2', { ctx: { ge: 2 } }],
    ['8', 'less_than_equal', 'Input should be less than or equal to 7', { ctx: { le: 7 } }],
    ['9'.repeat(400), 'less_than_equal', 'Input should be less than or equal to 7', { ctx: { le: 7 } }],
  ])('is refused if the value is %j', (input, type, msg, parameters) => {
    const item = { type, loc: ['body', 'm'], msg, input, ...parameters };
    expect(errorsOf(dtoWith(WholeNumber({ min: 2, max: 7 })), { m: input })).toEqual([item]);
  });

  it('is converted from its text', () => {
    const Dto = dtoWith(WholeNumber({ min: 2, max: 7 }));
    for (const text of ['2', '7', '07', '+3']) expect(checked(Dto, { m: text })).toEqual({ m: Number(text) });
  });
});

describe('class-validator', () => {
  const person = { persons: [{ work_email: 'x' }], enrich_company: ['name'] };
  it.each<[string, object]>([
    ['/v1/company/enrich', { companies: [] }],
    ['/v1/company/enrich', { companies: [{ website: 'a.b', network_url: null }], allow_signals: { type: 'ALL' } }],
    ['/v1/company/enrich', { companies: [{ external_id: '1' }] }],
    ['/v1/company/enrich', { companies: [{ website: 1 }] }],
    ['/v1/company/enrich', { companies: 'x' }],
    ['/v1/company/enrich', { companies: [], fields: ['a', 1] }],
    ['/v1/company/enrich', { companies: [], include_metadata: null }],
    ['/v1/company/enrich', { companies: [], allow_signals: { end_time: 'x' } }],
    ['/v1/person/enrich', person],
    ['/v1/person/enrich', { ...person, enrich_company: [] }],
    ['/v1/person/enrich', { ...person, persons: [{ full_name: 'J' }] }],
    ['/v1/signals/get-signals', { start_time: '2024-02-29', end_time: '2024-03-01', type: null }],
    ['/v1/signals/get-signals', { start_time: '2024-02-30', end_time: '2024-03-01', type: 'all' }],
    ['/v1/prospecting/start', {}],
  ])('accepts and refuses the same bodies as our own checker: %s %j', (path, body) => {
    const dto = dtos.get(path) ?? Object;
    const isRight = validateSync(plainToInstance(dto, body)).length === 0;
    expect(isRight).toBe(errorsOf(dto, body).length === 0);
  });
});
