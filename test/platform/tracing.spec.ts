import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../support/http/http.js';
import { endOfRun, startRun, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { singleLine, RunningService, runProgram } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { TraceReceiver, type ReceivedSpan } from '../support/outages/trace-receiver.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';

let home: TestService;
let apiKey: string;
let receiver: TraceReceiver;
let program: RunningService | undefined;

async function open(env: Record<string, string>): Promise<RunningService> {
  program = await RunningService.start({ DATABASE_URL: home.databaseUrl, SEED: 'off', ...env });
  return program;
}

beforeAll(async () => {
  home = await startTestService({ env: { WORKER: 'off' } });
  await storeKnownCompany(home);
  ({ apiKey } = await home.issueKey('ours'));
});

beforeEach(async () => {
  receiver = await TraceReceiver.start();
});

afterEach(async () => {
  await program?.end('SIGKILL');
  receiver.close();
});

afterAll(async () => {
  await home.close();
});

async function enrich(baseUrl: string, website: string): Promise<string> {
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
  const body = { companies: [{ website }], fields: ['name'] };
  const answer = await call(`${baseUrl}/v1/company/enrich`, { apiKey, body, headers });
  expect(answer.status).toBe(200);
  return answer.headers.get('X-Request-Id') ?? '';
}

function childrenOf(parent: ReceivedSpan | undefined): string[] {
  return receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name);
}

describe('Tracing', () => {
  it('continues the trace that a request names, with spans for its statements, and sends it before the process ends', async () => {
    const { baseUrl } = await open({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_SERVICE_NAME: 'ours',
      WORKER: 'off',
    });
    const requestId = await enrich(baseUrl, 'acme.example');
    expect(await program?.end()).toMatchObject({ code: 0, stderr: '' });
    const request = receiver.spans.find(({ name }) => name === 'POST /v1/company/enrich');
    expect(request).toMatchObject({ service: 'ours', traceId, parentSpanId: callersSpan });
    expect(request?.attributes).toMatchObject({
      'http.route': '/v1/company/enrich',
      'http.response.status_code': 200,
      request_id: requestId,
      tenant: 'ours',
    });
    expect(childrenOf(request)).toContain('company-1');
    expect(new Set(receiver.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(JSON.stringify(receiver.spans)).not.toContain('acme.example');
  });

  it('records spans for prospecting runs', async () => {
    const { baseUrl } = await open({
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
    });
    const id = await startRun({ baseUrl, apiKey });
    expect((await endOfRun({ baseUrl, apiKey }, id, 30_000)).status).toBe('success');
    await program?.end();
    const run = receiver.spans.find(({ name }) => name === 'prospecting run');
    expect(run?.attributes).toEqual({ job_id: String(id), tenant: 'ours' });
    expect(childrenOf(run).length).toBeGreaterThan(3);
  });

  it('does not affect the answers or the end of the service when the receiver of the traces cannot be reached', async () => {
    const { url } = receiver;
    receiver.close();
    const { baseUrl } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url, WORKER: 'off' });
    await enrich(baseUrl, 'acme.example');
    expect(await program?.end()).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['with traces switched off', { OTEL_SDK_DISABLED: 'true' }],
    ['with no exporter', { OTEL_TRACES_EXPORTER: 'none' }],
  ])('sends nothing %s', async (_what, env) => {
    const { baseUrl } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, WORKER: 'off', ...env });
    await enrich(baseUrl, 'acme.example');
    await program?.end();
    expect(receiver.spans).toEqual([]);
  });
});

describe('Tracing with an unsupported protocol', () => {
  it('prevents the start of the service, with a message of one line', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(await runProgram(['dist/main.js'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(singleLine(/OTEL_EXPORTER_OTLP_PROTOCOL must be http\/json/)),
    });
  });
});
