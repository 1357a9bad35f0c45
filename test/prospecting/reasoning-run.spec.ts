import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  answersText,
  answersWith,
  failsWith,
  type ModelBehaviour,
  modelSections,
  ModelServer,
  sendsBody,
  sendsJson,
  sendsMessage,
} from '../support/prospecting/model-server.js';
import {
  deleteRuns,
  endOfRun,
  type ProspectingClient,
  resultsOf,
  startRun,
  storeKnownCompany,
} from '../support/prospecting/prospecting.js';
import { scrape } from '../support/service/exposition.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const prospects = 3;
const good = answersWith(modelSections);
const object = JSON.stringify(modelSections);
const { buyer: _, ...withoutBuyer } = modelSections;

let server: ModelServer;
let service: TestService;
let client: ProspectingClient;

beforeAll(async () => {
  server = await ModelServer.start();
  service = await startTestService({
    env: { WORKER: 'inline', METRICS_PORT: '0', LLM_BASE_URL: server.url, LLM_TIMEOUT_MS: '10000' },
  });
  await storeKnownCompany(service, prospects);
  client = await service.clientOf('ours-by-name');
});

afterAll(async () => {
  await service.close();
  await server.stop();
});

beforeEach(async () => {
  await deleteRuns(service);
  server.usual = good;
});

async function reasoningOfRun(): Promise<unknown> {
  const jobId = await startRun(client);
  expect((await endOfRun(client, jobId, 30_000)).status).toBe('success');
  const { metadata, total_results: total } = await resultsOf(client, jobId);
  expect(total).toBe(prospects);
  return metadata?.reasoning;
}

/** Fails once for each prospect at most, and then answers. */
function atFirst(behaviour: ModelBehaviour): () => void {
  return () => server.next(behaviour, behaviour);
}

function always(behaviour: ModelBehaviour): () => void {
  return () => {
    server.usual = behaviour;
  };
}

const byModel = { model: 3, built_in: 0, failed: 0, sections: { model: 15, built_in: 0 }, causes: {} };

function byService(cause: string): object {
  const sections = { model: 0, built_in: 15 };
  return { model: 0, built_in: 3, failed: 3, sections, causes: { [cause]: 15 } };
}

describe('a run with a language model', () => {
  it.each<[string, () => void, object]>([
    ['writes thoughts with braces before the object', always(answersText(`I {think} so.</think>${object}`)), byModel],
    ['sends its content in parts', always(sendsMessage({ content: [{ type: 'text', text: object }] })), byModel],
    ['sends a 200 with an error at first', atFirst(sendsJson({ error: { code: 502 } })), byModel],
    ['is loading at first', atFirst(failsWith(503)), byModel],
    ['asks for a pause at first', atFirst(failsWith(429, { 'retry-after-ms': '300' })), byModel],
    [
      'leaves out a section',
      always(answersWith(withoutBuyer)),
      { ...byModel, sections: { model: 12, built_in: 3 }, causes: { section_missing: 3 } },
    ],
    ['writes prose', always(answersText('They are all fine people.')), byService('not_json')],
    ['is cut off', always(answersText('{"summary":"x', 'length')), byService('cut_off')],
    ['has another key', always(failsWith(401)), byService('unauthorized')],
    ['refuses every request', always(failsWith(400)), byService('refused')],
    ['is behind a proxy of which it knows nothing', always(sendsBody('hello')), byService('not_completion')],
  ])('that %s says who wrote the reasons, and why', async (_behaviour, begin, expected) => {
    begin();
    expect(await reasoningOfRun()).toEqual(expected);
  });

  it('serves the text of the model, and the text of the service for a section that the model left out', async () => {
    server.usual = answersWith(withoutBuyer);
    const jobId = await startRun(client);
    await endOfRun(client, jobId, 30_000);
    const [first] = (await resultsOf(client, jobId)).resulting_prospects;
    expect(first?.ai_reasoning).toMatch(
      /^SUMMARY\nThe model sums up\.\n\nTECHNICAL\n.*\n\nBUYER\n(?!The model).+\n\nRECEPTIVE\nThe model on timing\./,
    );
  });

  it('counts the sections by writer and cause in the metrics', async () => {
    const name = 'prospecting_reasoning_sections_total';
    const labels = { writer: 'built_in', cause: 'section_missing' };
    const before = await scrape(service);
    server.usual = answersWith(withoutBuyer);
    await reasoningOfRun();
    const after = await scrape(service);
    const added = (of: Readonly<Record<string, string>>): number =>
      (after.value(name, of) ?? 0) - (before.value(name, of) ?? 0);
    expect([added({ writer: 'model', cause: 'none' }), added(labels)]).toEqual([12, 3]);
  });
});
