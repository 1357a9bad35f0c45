import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ImportService } from '../../src/imports/import.service.js';
import { isPageOnSharedSite } from '../../src/matching/urls/website.js';
import { resultsOf, type Client } from '../support/records/company-api.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { websiteForms } from '../support/records/website-forms.js';

/** A domain of a company, and the value that identifies the company. */
interface Known {
  readonly domain: string;
  readonly owner: string;
}

interface Miss {
  readonly website: string;
  readonly expected: string;
  readonly found: unknown;
}

const batch = 1_000;

/** Sends a full batch of websites in mixed forms. @returns the websites that did not match the owner of their domain */
async function missesOf(client: Client, known: readonly Known[], ownerField: string): Promise<Miss[]> {
  const asked = websiteForms(batch).map((write, index) => {
    const { domain, owner } = known[index % known.length] ?? { domain: '', owner: '' };
    return { website: write(domain), expected: owner };
  });
  const companies = asked.map(({ website }, index) => ({ website, external_id: String(index) }));
  const results = await resultsOf(client, { companies, fields: [ownerField] });
  expect(results.map(({ identifier }) => identifier)).toEqual(companies);
  return asked
    .map((one, index) => ({ ...one, found: results[index]?.data[ownerField] ?? null }))
    .filter(({ expected, found }) => found !== expected);
}

describe('POST /v1/company/enrich succeeds with 1,000 websites in mixed forms', () => {
  let demo: DemoTestService;

  beforeAll(async () => {
    demo = await startDemoService();
  });

  afterAll(() => demo.close());

  it('matches every website on a domain or alias domain of a demo company with this company', async () => {
    const known = demoCompanies
      .flatMap(({ website, domains, network_id }) =>
        (domains ?? [website]).map((domain) => ({ domain, owner: network_id })),
      )
      .filter(({ domain }) => !hasPagesOfOthers(domain));
    expect(known.length).toBeGreaterThan(650);
    expect(await missesOf(demo, known, 'network_id')).toEqual([]);
  });
});

/** Whether paths on a domain are pages of its customers. Such domains are left out, because some of the forms have paths. */
function hasPagesOfOthers(domain: string): boolean {
  return isPageOnSharedSite(`${domain}/about`);
}

const shared = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'companies.ndjson.gz');
const whyNot = sharedDataIsOff() ? 'TEST_SHARED_DATA is off' : 'the data set is not there';
const isThere = !sharedDataIsOff() && existsSync(shared);

describe('POST /v1/company/enrich succeeds on a large data set', () => {
  const itOnSharedData = isThere ? it : it.skip;
  let service: TestService;

  beforeAll(async () => {
    if (!isThere) return;
    service = await startTestService();
    // The rejects are written to a temporary folder, because nothing may be written beside the shared data.
    const rejects = join(await mkdtemp(join(tmpdir(), 'shared-companies-')), 'rejects.ndjson');
    await service.app.get(ImportService, { strict: false }).run('companies', shared, { rejects });
  });

  afterAll(() => (isThere ? service.close() : undefined));

  itOnSharedData(
    `matches at least 99 of 100 websites in mixed forms with their owner${isThere ? '' : ` (skipped: ${whyNot})`}`,
    async () => {
      const client = await service.clientOf('ours');
      const misses = await missesOf(client, sample(sharedCompanies()), 'website');
      expect(misses.slice(batch / 100)).toEqual([]);
    },
  );
});

function sharedDataIsOff(): boolean {
  return process.env.TEST_SHARED_DATA === 'off';
}

function sharedCompanies(): Known[] {
  const lines = gunzipSync(readFileSync(shared)).toString('utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { website, domains } = JSON.parse(line) as { website: string; domains?: string[] };
    return (domains ?? [website]).map((domain) => ({ domain, owner: website }));
  });
}

/** As many of the domains as a full batch has, evenly spread over all domains. */
function sample(known: readonly Known[]): Known[] {
  return known.filter((_, index) => index % Math.floor(known.length / batch) === 0).slice(0, batch);
}
