import { once } from 'node:events';
import { Agent, request as openRequest, type IncomingMessage } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { Folders, serverPid } from '../platform/embedded-postgres-support.js';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { RunningService } from '../support/service/programs.js';

const folders = new Folders();
let dataDir: string;
let service: RunningService;

/** Creates a demo tenant with one company, because the demo data take longer to load than all the tests. */
beforeAll(async () => {
  dataDir = await folders.make();
  const server = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined });
  const admin = new CommandLine(() => ({ DATA_DIR: dataDir }));
  const company = join(dataDir, 'company.ndjson');
  await writeFile(company, JSON.stringify({ website: 'siemens.com', name: 'Siemens' }));
  await admin.answerOf(['import', 'companies', company]);
  await admin.answerOf(['tenant', 'create', 'demo']);
  await admin.answerOf(['key', 'create', 'demo']);
  await server.stop();
});

afterEach(async () => {
  await service.end();
});

async function start(): Promise<void> {
  service = await RunningService.start({ DATA_DIR: dataDir });
}

afterAll(() => folders.remove());

async function hasServer(): Promise<boolean> {
  return serverPid(dataDir).then(
    () => true,
    () => false,
  );
}

const body = JSON.stringify({ companies: [{ website: 'siemens.com' }], fields: ['name'] });

/** A request whose head the service has read; `finish` sends the rest. */
async function openSlowRequest(agent: Agent): Promise<{ finish: () => Promise<{ status: number; text: string }> }> {
  const headers = {
    'X-Api-Key': service.apiKey,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    // The service answers 100 when it has read the head.
    Expect: '100-continue',
  };
  const request = openRequest(`${service.baseUrl}/v1/company/enrich`, { agent, method: 'POST', headers });
  request.on('error', () => undefined);
  request.flushHeaders();
  await once(request, 'continue');
  request.write(body.slice(0, 10));
  const finish = async () => {
    request.end(body.slice(10));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await text(response) };
  };
  return { finish };
}

async function isListening(): Promise<boolean> {
  return call(`${service.baseUrl}/health`, { headers: { Connection: 'close' } }).then(
    () => true,
    () => false,
  );
}

describe('A service that is stopped', () => {
  it('answers the running requests, accepts no further requests, waits for no idle connection, and stops its database', async () => {
    await start();
    expect(await hasServer()).toBe(true);
    const idle = new Agent({ keepAlive: true });
    const request = openRequest(`${service.baseUrl}/health`, { agent: idle }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await text(response);
    const agent = new Agent({ keepAlive: true });
    const underWay = await openSlowRequest(agent);
    const ended = service.end('SIGTERM');
    await eventually(async () => !(await isListening()));
    const { status, text: answer } = await underWay.finish();
    expect([status, JSON.parse(answer)]).toEqual([200, { results: [expect.objectContaining({ matched: true })] }]);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    const lastLine = (await ended).stdout.trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(lastLine)).toMatchObject({ level: 'info', reason: 'SIGTERM', msg: 'stopped' });
    expect((JSON.parse(lastLine) as { duration_ms: number }).duration_ms).toBeGreaterThan(0);
    expect(await hasServer()).toBe(false);
    agent.destroy();
    idle.destroy();
  });

  it('stops without an error after two signals in quick succession, as a terminal and npm send them', async () => {
    await start();
    const ended = service.end('SIGINT');
    await sleep(50);
    await service.end('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(await hasServer()).toBe(false);
  });

  it('stops without an error after a signal during its start', async () => {
    expect(await hasServer()).toBe(false);
    service = RunningService.launch({ DATA_DIR: dataDir });
    await eventually(hasServer, 60_000);
    expect(service.baseUrl).toBe('');
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(await hasServer()).toBe(false);
  });

  it('stops at once, without waiting for a request, if a second signal comes a second later', async () => {
    await start();
    const agent = new Agent({ keepAlive: true });
    await openSlowRequest(agent);
    const ended = service.end('SIGINT');
    await eventually(async () => !(await isListening()));
    await sleep(1_000);
    expect(service.isEnded).toBe(false);
    await service.end('SIGINT');
    expect(await ended).toMatchObject({ code: 1 });
    agent.destroy();
  });
});

describe('A service that was killed', () => {
  it('does not prevent its next start, even if its database was killed, too, and a SIGHUP then stops service and database', async () => {
    await start();
    const { apiKey } = service;
    await service.end('SIGKILL');
    for (const isDatabaseKilled of [false, true]) {
      const pid = await serverPid(dataDir);
      if (isDatabaseKilled) process.kill(pid, 'SIGKILL');
      await start();
      expect(await hasServer()).toBe(true);
      expect(service.apiKey).toBe(apiKey);
      const headers = { 'Content-Type': 'application/json' };
      expect((await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, headers, raw: body })).status).toBe(200);
      if (!isDatabaseKilled) await service.end('SIGKILL');
    }
    expect(await service.end('SIGHUP')).toMatchObject({ code: 0, stderr: '' });
    expect(await hasServer()).toBe(false);
  });
});
