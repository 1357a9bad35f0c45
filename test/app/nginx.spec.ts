import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { call, freePort } from '../support/http/http.js';
import { type RequestOutcomes, sendUntil } from '../support/http/load-client.js';
import { Nginx } from '../support/outages/nginx.js';
import { RunningService } from '../support/service/programs.js';
import { storeKnownCompany } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** The number of answers after which load counts as steady. */
const steadyAnswers = 150;
const clients = 6;
const employees = 20;

const company = { companies: [{ website: 'acme.example' }], fields: ['name'] };
/** More than ten credits are reserved before the lookup and settled after it. */
const persons = {
  persons: Array.from({ length: employees }, (_, place) => ({
    network_url: `https://www.network.com/in/acme-${place}`,
  })),
  fields: ['full_name'],
};

let home: TestService;
let ports: [number, number];
const services: RunningService[] = [];
let nginx: Nginx;

async function startOn(port: number, more: Record<string, string> = {}): Promise<RunningService> {
  const service = await RunningService.start({
    DATABASE_URL: home.databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    SEED: 'off',
    WORKER: 'off',
    RATE_BURST_LIMIT: '1000000',
    RATE_PER_SECOND: '1000000',
    ...more,
  });
  services.push(service);
  return service;
}

async function chargedTo(tenant: string): Promise<number | undefined> {
  return (await usedCredits(home.database, tenant)).data_access?.charged;
}

function describeWithNginx(name: string, tests: () => void): void {
  if (Nginx.isInstalled()) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no nginx)`, tests);
}

describeWithNginx('Two processes behind nginx with deploy/nginx.conf', () => {
  let running: [RunningService, RunningService];

  beforeAll(async () => {
    home = await startTestService({ env: { WORKER: 'off' } });
    await storeKnownCompany(home, employees);
    ports = [await freePort(), await freePort()];
    running = [await startOn(ports[0]), await startOn(ports[1])];
    nginx = await Nginx.start(ports);
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await nginx.stop();
    await home.close();
  });

  it('processes behind nginx lose no request while they restart one after the other, and charge each request once', async () => {
    const { apiKey } = await home.issueKey('rolling');
    const ofCompanies: RequestOutcomes = { answered: 0, refused: 0, failed: [] };
    const ofPersons: RequestOutcomes = { answered: 0, refused: 0, failed: [] };
    let isOver = false;
    const load = (path: string, body: object, tally: RequestOutcomes): Promise<void>[] => {
      const client = { url: `${nginx.baseUrl}${path}`, apiKey, body: JSON.stringify(body) };
      return Array.from({ length: clients }, () => sendUntil(() => isOver, client, tally));
    };
    const sending = [
      ...load('/v1/company/enrich', company, ofCompanies),
      ...load('/v1/person/enrich', persons, ofPersons),
    ];
    const answered = (): number => ofCompanies.answered + ofPersons.answered;
    const steady = async (): Promise<void> => {
      const before = answered();
      await eventually(() => answered() >= before + steadyAnswers, 60_000);
    };
    for (const place of [0, 1] as const) {
      await steady();
      const before = answered();
      expect(await running[place].end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      running[place] = await startOn(ports[place]);
      expect(answered()).toBeGreaterThan(before);
    }
    await steady();
    isOver = true;
    await Promise.all(sending);
    for (const tally of [ofCompanies, ofPersons]) expect(tally).toMatchObject({ refused: 0, failed: [] });
    // The restarts did reach nginx: it has sent requests to another process.
    expect(await nginx.errors()).toMatch(/connect\(\) failed|prematurely closed/);
    expect(await usedCredits(home.database, 'rolling')).toMatchObject({
      data_access: { charged: ofCompanies.answered + employees * ofPersons.answered, reserved: 0 },
    });
  });

  it('processes behind nginx charge a request with an idempotency key once, even when one of them is killed', async () => {
    const { apiKey } = await home.issueKey('killed');
    const statuses = new Set<number | string>();
    const load = { answered: 0, isOver: false };
    /** Repeats the request under its key until it is answered, as a client does whose connection breaks off. */
    const send = async (): Promise<void> => {
      const headers = { 'Idempotency-Key': randomUUID() };
      for (;;) {
        const status = await call(`${nginx.baseUrl}/v1/person/enrich`, { apiKey, headers, body: persons }).then(
          (answer) => answer.status,
          // The killed process had begun its answer, so nginx can only close the connection.
          () => 'broken off',
        );
        statuses.add(status);
        if (status === 200) return;
        await sleep(500);
      }
    };
    const sending = Array.from({ length: clients }, async () => {
      while (!load.isOver) {
        await send();
        load.answered += 1;
      }
    });
    await eventually(() => load.answered >= steadyAnswers, 60_000);
    await running[0].end('SIGKILL');
    const before = load.answered;
    await eventually(() => load.answered >= before + steadyAnswers, 60_000);
    load.isOver = true;
    await Promise.all(sending);
    running[0] = await startOn(ports[0]);
    for (const status of statuses) expect([200, 409, 'broken off']).toContain(status);
    expect(await chargedTo('killed')).toBe(employees * load.answered);
  });

  it('nginx refuses a body of more than 5 MB with a JSON answer', async () => {
    const { apiKey } = await home.issueKey('large');
    const raw = JSON.stringify({ ...company, note: 'x'.repeat(5 * 1024 * 1024) });
    const answer = await call(`${nginx.baseUrl}/v1/company/enrich`, { apiKey, raw });
    expect(answer).toMatchObject({ status: 413, body: { detail: 'Request body too large' } });
    const whole = JSON.stringify({ ...company, note: 'x'.repeat(5 * 1024 * 1024 - 100) });
    expect(await call(`${nginx.baseUrl}/v1/company/enrich`, { apiKey, raw: whole })).toMatchObject({ status: 200 });
    expect(await nginx.errors()).not.toMatch(/buffered to a temporary file/);
  });

  it('processes behind nginx count requests by the IP address that nginx sees, and not by the X-Forwarded-For that a client sends', async () => {
    const limit = 5;
    const port = await freePort();
    await startOn(port, { RATE_BURST_LIMIT: String(limit), RATE_BURST_WINDOW_SECONDS: '600' });
    const proxy = await Nginx.start([port, port]);
    try {
      const statuses: number[] = [];
      for (let place = 0; place <= limit; place += 1) {
        const headers = { 'X-Forwarded-For': `203.0.113.${place}` };
        statuses.push((await call(`${proxy.baseUrl}/v1/me`, { headers })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      // A request that names another client's address, as nginx would name it, has a limit of its own.
      const other = await call(`http://127.0.0.1:${port}/v1/me`, { headers: { 'X-Forwarded-For': '198.51.100.7' } });
      expect(other.status).toBe(401);
    } finally {
      await proxy.stop();
    }
  });
});
