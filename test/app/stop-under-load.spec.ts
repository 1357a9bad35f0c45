import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/service/eventually.js';
import { RunningService } from '../support/service/programs.js';
import { sendUntilRefused, type LoadClient, type RequestOutcomes } from '../support/http/load-client.js';
import {
  endOfRun,
  knownCompany,
  resultsOf,
  RunBlock,
  startRun,
  storedRuns,
  storeKnownCompany,
  type ProspectingClient,
} from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const recoveryMs = 60_000;

/** The number of answers before the stop signal, so that the load is steady. */
const steadyAnswers = 200;

let home: TestService;
let client: ProspectingClient;
const programs: RunningService[] = [];
/** A worker in another process than those of `programs`. */
let other: TestService | undefined;

const env = (more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: home.databaseUrl,
  SEED: 'off',
  RATE_BURST_LIMIT: '1000000',
  RATE_PER_SECOND: '1000000',
  PROSPECTING_LEASE_SECONDS: '600',
  ...more,
});

async function openService(more?: Record<string, string>): Promise<RunningService> {
  const program = await RunningService.start(env(more));
  programs.push(program);
  return program;
}

beforeAll(async () => {
  home = await startTestService({ env: { WORKER: 'off' } });
  await storeKnownCompany(home, 40);
  client = { baseUrl: home.baseUrl, apiKey: (await home.issueKey('ours')).apiKey };
});

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.end('SIGKILL')));
});

afterAll(async () => {
  await other?.close();
  await home.close();
});

const company = { companies: Array.from({ length: 20 }, () => ({ website: 'acme.example' })), fields: ['name'] };
const persons = {
  persons: Array.from({ length: 20 }, (_, place) => ({ network_url: `https://www.network.com/in/acme-${place}` })),
  fields: ['full_name', 'job_title'],
};

function clientsOf({ baseUrl }: RunningService): LoadClient[] {
  const { apiKey } = client;
  const requests = [
    { url: `${baseUrl}/v1/company/enrich`, body: JSON.stringify(company) },
    { url: `${baseUrl}/v1/person/enrich`, body: JSON.stringify(persons) },
  ];
  return Array.from({ length: 8 }, () => requests.map((request) => ({ ...request, apiKey }))).flat();
}

describe('A service that is stopped under load', () => {
  it('answers every accepted request, and ends without waiting for connections that have no request', async () => {
    const service = await openService({ WORKER: 'off' });
    const { hostname, port } = new URL(service.baseUrl);
    const silent = connect(Number(port), hostname);
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    const tally: RequestOutcomes = { answered: 0, refused: 0, failed: [] };
    const clients = clientsOf(service);
    const sending = Promise.all(clients.map((each) => sendUntilRefused(each, tally)));
    await eventually(() => tally.answered >= steadyAnswers, 60_000);
    const stopped = service.end('SIGTERM');
    await sending;
    expect(tally).toMatchObject({ failed: [], refused: clients.length });
    expect(await stopped).toMatchObject({ code: 0, stderr: '' });
    silent.destroy();
  });

  it('releases its prospecting runs, and another process finishes them', async () => {
    const standstill = await RunBlock.begin(home);
    const service = await openService({ PROSPECTING_TENANT_CONCURRENCY: '3' });
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => startRun({ ...client, baseUrl: service.baseUrl }, { network_url: knownCompany })),
    );
    const leased = async (): Promise<number> => (await storedRuns(home)).filter(({ isLeased }) => isLeased).length;
    await eventually(async () => (await leased()) === 3, recoveryMs);
    const stopped = service.end('SIGTERM');
    await eventually(async () => (await leased()) === 0, 10_000);
    await standstill.end();
    expect(await stopped).toMatchObject({ code: 0, stderr: '' });
    other = await startTestService({ env: { WORKER: 'inline' }, sharing: home });
    for (const id of ids) {
      expect(await endOfRun(client, id, recoveryMs)).toMatchObject({ status: 'success' });
      expect((await resultsOf(client, id)).total_results).toBeGreaterThan(0);
    }
    expect(await storedRuns(home)).toEqual(ids.map(() => expect.objectContaining({ losses: 0, failures: 0 })));
  });
});
