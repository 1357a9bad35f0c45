import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../support/http/http.js';
import { callWithRetry } from '../support/http/call-with-retry.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';

/** A request, and the result of another implementation of the schema. The `msg` of an error is null if its wording is free. */
interface RecordedCase {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly valid: boolean;
  readonly errors?: readonly RecordedError[];
}

interface RecordedError {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string | null;
}

const file = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'validation-cases.json');
const isThere = existsSync(file);
const recorded = isThere ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedCase[]) : [];

let service: DemoTestService;
let paths: RegExp[];

beforeAll(async () => {
  service = await startDemoService();
  const { body } = await call(`${service.baseUrl}/openapi.json`);
  const documented = Object.keys((body as { paths: object }).paths);
  paths = documented.map((path) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`));
});

afterAll(() => service.close());

async function verdictOn({ method, path, body, raw, errors }: RecordedCase): Promise<unknown> {
  const content = raw === undefined ? { body } : { raw };
  const options = method === 'GET' ? { method } : { method, ...content };
  const answer = await callWithRetry(`${service.baseUrl}${path}`, { apiKey: service.apiKey, ...options });
  if (answer.status !== 422) return answer.status < 500 ? 'valid' : answer.status;
  const items = (answer.body as { detail: RecordedError[] }).detail;
  return items.map(({ type, loc, msg }, index) => ({ type, loc, msg: errors?.[index]?.msg === null ? null : msg }));
}

describe('The validation of requests', () => {
  const itOnRecordings = isThere ? it : it.skip;

  itOnRecordings(
    `agrees with each verdict that was recorded elsewhere${isThere ? '' : ' (skipped: the recordings are not there)'}`,
    async () => {
      const cases = recorded.filter(({ path }) => paths.some((pattern) => pattern.test(path)));
      expect(cases.length).toBeGreaterThan(0);
      const verdicts: unknown[] = [];
      for (const one of cases) verdicts.push({ case: one, verdict: await verdictOn(one) });
      expect(verdicts).toEqual(cases.map((one) => ({ case: one, verdict: one.errors ?? 'valid' })));
    },
  );
});
