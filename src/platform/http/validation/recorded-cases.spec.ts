/**
 * Tests the decorators with DTO classes like those of the service. It compares the results for good and bad requests with
 * recorded results.
 */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { malformedJson } from './json-syntax-error.js';
import { notAnInteger, parsePathInteger, type ValidationErrorItem } from './validation-exception.js';
import { dtos, errorsOf } from './request-dto.fixture.js';

interface RecordedCase {
  method: string;
  path: string;
  body?: unknown;
  raw?: string;
  valid: boolean;
  errors?: { type: string; loc: (string | number)[]; msg: string | null }[];
}

function answer(path: string, body: unknown): readonly ValidationErrorItem[] {
  const dto = dtos.get(path);
  return dto === undefined ? [] : errorsOf(dto, body);
}

function answerToText(path: string, json: string): readonly ValidationErrorItem[] {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return [malformedJson(json)];
  }
  return answer(path, body);
}

function answerToPath(path: string): ValidationErrorItem[] {
  const id = path.split('/').at(-1) ?? '';
  return parsePathInteger(id) === null ? [notAnInteger('job_id', id)] : [];
}

function answerTo({ method, path, body, raw }: RecordedCase): readonly ValidationErrorItem[] {
  if (method === 'GET') return answerToPath(path);
  return raw === undefined ? answer(path, body) : answerToText(path, raw);
}

/**
 * Our result in the form of a recorded result: texts whose words are not fixed are null, and `errors` is absent if there are no
 * errors.
 */
function verdictOn(recorded: RecordedCase): Pick<RecordedCase, 'valid' | 'errors'> {
  const errors = answerTo(recorded).map(({ type, loc, msg }, index) => {
    const isFreeText = recorded.errors?.[index]?.msg === null;
    return { type, loc, msg: isFreeText ? null : msg };
  });
  return errors.length === 0 ? { valid: true } : { valid: false, errors };
}

describe('the request DTOs', () => {
  const jane = { first_name: 'Jane', last_name: 'Doe' };
  it.each([
    ['/v1/company/enrich', { companies: [] }],
    ['/v1/company/enrich', { companies: [{ website: ' ' }, { network_id: '1', external_id: 'x' }], fields: ['name'] }],
    ['/v1/company/enrich', { companies: [{ website: 'a.b', network_url: null, other: 1 }], allow_signals: {} }],
    ['/v1/company/enrich', { companies: [], allow_signals: { start_time: null, type: 'Key Changes', other: [] } }],
    ['/v1/person/enrich', { persons: [], fields: null, enrich_company: true, allow_signals: null }],
    ['/v1/person/enrich', { persons: [{ work_email: 'x' }, { network_url: 'x' }], enrich_company: ['name'] }],
    [
      '/v1/person/enrich',
      {
        persons: [
          { ...jane, company_name: 'A' },
          { full_name: 'J', company_domain: 'a.b' },
        ],
      },
    ],
    ['/v1/signals/get-signals', { start_time: '2024-12-31', end_time: '2024-01-01' }],
    ['/v1/signals/get-signals', { start_time: '2024-02-29', end_time: '2024-03-01', type: null }],
    ['/v1/prospecting/start', { network_url: 'x.y', team_name: null }],
  ])('%s accepts %j', (path, body) => {
    expect(answer(path, body)).toEqual([]);
  });

  it.each<[string, unknown, (string | number)[][]]>([
    ['/v1/company/enrich', {}, [['missing', 'companies']]],
    ['/v1/company/enrich', { companies: [{ external_id: '1' }] }, [['value_error', 'companies', 0]]],
    ['/v1/company/enrich', { companies: [{ website: null }] }, [['value_error', 'companies', 0]]],
    [
      '/v1/company/enrich',
      { companies: [{ network_id: {}, network_url: [], website: 1 }, 'x', {}], fields: 'name' },
      [
        ['string_type', 'companies', 0, 'website'],
        ['string_type', 'companies', 0, 'network_url'],
        ['string_type', 'companies', 0, 'network_id'],
        ['model_attributes_type', 'companies', 1],
        ['value_error', 'companies', 2],
        ['list_type', 'fields'],
      ],
    ],
    [
      '/v1/company/enrich',
      { companies: [], fields: ['a', 1], include_metadata: 'true', enhanced_matching: null, allow_signals: [] },
      [
        ['string_type', 'fields', 1],
        ['bool_type', 'include_metadata'],
        ['bool_type', 'enhanced_matching'],
        ['model_attributes_type', 'allow_signals'],
      ],
    ],
    ['/v1/company/enrich', { companies: Array(1001).fill(1) }, [['too_long', 'companies']]],
    [
      '/v1/person/enrich',
      { persons: [jane, { full_name: 'J', external_id: 'x' }, { first_name: 'J', company_name: 'A' }] },
      [0, 1, 2].map((index) => ['value_error', 'persons', index]),
    ],
    [
      '/v1/person/enrich',
      { persons: [{ company_name: 1 }], enrich_company: [], allow_signals: { end_time: 'x', type: 'all' } },
      [
        ['string_type', 'persons', 0, 'company_name'],
        ['value_error', 'enrich_company'],
        ['date_from_datetime_parsing', 'allow_signals', 'end_time'],
        ['enum', 'allow_signals', 'type'],
      ],
    ],
    [
      '/v1/signals/get-signals',
      {},
      [
        ['missing', 'start_time'],
        ['missing', 'end_time'],
      ],
    ],
    [
      '/v1/signals/get-signals',
      { start_time: null, end_time: 1 },
      [
        ['date_type', 'start_time'],
        ['date_type', 'end_time'],
      ],
    ],
    ['/v1/prospecting/start', { network_url: null }, [['string_type', 'network_url']]],
    ['/v1/prospecting/start', 'x', [['model_attributes_type']]],
    ['/v1/prospecting/start', null, [['missing']]],
  ])('%s refuses %j', (path, body, expected) => {
    expect(answer(path, body).map(({ type, loc }) => [type, ...loc.slice(1)])).toEqual(expected);
  });
});

describe('the request DTOs, if there are recorded answers to compare with,', () => {
  const recordings = join(import.meta.dirname, '../../../../../shared/data/validation-cases.json');
  const itIfRecorded = existsSync(recordings) ? it : it.skip;

  const reason = existsSync(recordings) ? '' : ' (skipped: the recordings are not there)';

  itIfRecorded(`answer each request as recorded${reason}`, () => {
    const cases = JSON.parse(readFileSync(recordings, 'utf8')) as RecordedCase[];
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.map((recorded) => ({ ...recorded, ...verdictOn(recorded) }))).toEqual(cases);
  });
});
