import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { someFacts } from '../../src/prospecting/reasoning/facts.fixture.js';
import type { ModelSettings } from '../../src/prospecting/reasoning/model/model-client.js';
import { ModelFailure } from '../../src/prospecting/reasoning/model/model-failure.js';
import { ModelWriter } from '../../src/prospecting/reasoning/model/model-writer.js';
import { maxSectionCharacters } from '../../src/prospecting/reasoning/model/prompt.js';
import {
  answersWith,
  breaksJson,
  failsWith,
  hangs,
  type ModelBehaviour,
  modelSections,
  ModelServer,
  neverEnds,
  refusesSchemas,
  resets,
  answersText,
  stallsMidway,
} from '../support/prospecting/model-server.js';
import { eventually } from '../support/service/eventually.js';

const usual = { apiKey: null, model: 'some-model', timeoutMs: 20_000 };
const retry = { attempts: 3, firstDelayMs: 1, maxDelayMs: 2_000 };
const never = new AbortController().signal;
const good = answersWith(modelSections);

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.stop());

function writer(changes: Partial<ModelSettings> = {}, concurrency = 4): ModelWriter {
  return new ModelWriter({ ...usual, retry, baseUrl: server.url, ...changes }, concurrency);
}

async function failureOf(writing: Promise<unknown>): Promise<ModelFailure> {
  const ending: unknown = await writing.catch((error: unknown) => error);
  if (ending instanceof ModelFailure) return ending;
  throw new Error(`It ended with ${String(ending)}`);
}

describe('a request to a model succeeds', () => {
  test('asks for JSON with a schema, and the answer becomes the reasoning', async () => {
    const reasoning = await writer({ apiKey: 'secret', model: 'tiny' }).write(someFacts(), never);
    expect(reasoning).toEqual({ sections: modelSections, source: 'model' });
    const [request] = server.requests;
    expect(request).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret', model: 'tiny' });
    expect(request?.formatType).toBe('json_schema');
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test('sends only the parameters `messages`, `model` and `response_format`, which all servers support', async () => {
    await writer().write(someFacts(), never);
    expect(Object.keys(server.requests[0]?.body ?? {}).sort()).toEqual(['messages', 'model', 'response_format']);
  });

  test('sends the text "none" as the key if no key is configured', async () => {
    await writer().write(someFacts(), never);
    expect(server.requests[0]?.authorization).toBe('Bearer none');
  });

  test.each([400, 422])(
    'asks for JSON without a schema after the schema was refused with status %d, and in all later requests',
    async (status) => {
      server.usual = (request, response) =>
        request.formatType === 'json_schema' ? failsWith(status)(request, response) : good(request, response);
      const asking = writer();
      for (const _ of [1, 2]) expect((await asking.write(someFacts(), never)).sections).toEqual(modelSections);
      expect(server.requests.map(({ formatType }) => formatType)).toEqual([
        'json_schema',
        'json_object',
        'json_object',
      ]);
    },
  );

  test('asks with the schema again in the next call if the server has refused the requests with and without it', async () => {
    server.next(failsWith(400), failsWith(400));
    const asking = writer();
    expect((await failureOf(asking.write(someFacts(), never))).kind).toBe('refused');
    await asking.write(someFacts(), never);
    expect(server.requests.map(({ formatType }) => formatType)).toEqual(['json_schema', 'json_object', 'json_schema']);
  });
});

describe('a repeated request to a model succeeds', () => {
  test.each<[string, ModelBehaviour]>([
    ['status 500', failsWith(500)],
    ['status 503', failsWith(503)],
    ['status 429', failsWith(429)],
    ['a connection that breaks', resets],
  ])('succeeds at the third attempt if the first two end with %s', async (_trouble, behaviour) => {
    server.next(behaviour, behaviour);
    expect((await writer().write(someFacts(), never)).sections).toEqual(modelSections);
    expect(server.requests).toHaveLength(3);
  });

  test('succeeds on an overloaded server that does not support schemas', async () => {
    server.usual = refusesSchemas(good);
    server.next(failsWith(503), refusesSchemas(good), failsWith(503));
    expect((await writer().write(someFacts(), never)).source).toBe('model');
  });
});

describe('a repeated request to a model protects the model', () => {
  test('waits at least for the time that Retry-After states', async () => {
    server.next(failsWith(429, { 'Retry-After': '0.4' }));
    const startedAt = performance.now();
    await writer().write(someFacts(), never);
    // Timers may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(398);
  });
});

describe('a request to a model rejects', () => {
  test.each<[string, ModelBehaviour]>([
    ['before an answer', hangs],
    ['in the midst of an answer', stallsMidway],
  ])('fails at once when it times out %s', async (_moment, behaviour) => {
    server.next(behaviour);
    const failure = await failureOf(writer({ timeoutMs: 100 }).write(someFacts(), never));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'no answer in time' });
    expect(server.requests).toHaveLength(1);
  });

  test.each([401, 403, 404, 413])('fails at once after status %d', async (status) => {
    server.usual = failsWith(status);
    expect(await failureOf(writer().write(someFacts(), never))).toMatchObject({ kind: 'refused', status });
    expect(server.requests).toHaveLength(1);
  });

  test('fails at once after a redirection to another URL', async () => {
    server.usual = failsWith(307, { Location: `${server.url}/elsewhere` });
    expect(await failureOf(writer().write(someFacts(), never))).toMatchObject({ kind: 'refused', status: 307 });
    expect(server.requests).toHaveLength(1);
  });

  test('fails after the maximum number of attempts if every answer has the status 500', async () => {
    server.usual = failsWith(500);
    expect((await failureOf(writer().write(someFacts(), never))).message).toBe('status 500');
    expect(server.requests).toHaveLength(3);
  });

  test('fails after the maximum number of attempts if every connection is refused', async () => {
    const gone = await ModelServer.start();
    const { url } = gone;
    await gone.stop();
    const failure = await failureOf(writer({ baseUrl: url }).write(someFacts(), never));
    expect(failure).toMatchObject({ kind: 'passing', message: 'the connection failed (ECONNREFUSED)' });
  });

  test('fails at once when Retry-After exceeds the maximum delay', async () => {
    server.next(failsWith(429, { 'Retry-After': '3600' }));
    expect((await failureOf(writer().write(someFacts(), never))).status).toBe(429);
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, ModelBehaviour, string]>([
    ['a body that is not JSON', breaksJson, 'the answer is not JSON'],
    [
      'a body of another shape',
      (_, response) => void response.writeHead(200).end('hello'),
      'the answer is not a chat completion',
    ],
    ['an answer that was cut off', answersText('{"summary":"', 'length'), 'the answer was cut off'],
    ['an answer without text', answersText(null), 'the answer has no text'],
    ['an answer without an end', neverEnds, 'the answer is too long'],
    ['prose', answersText('Certainly! Jane is great.'), 'the answer is not JSON'],
    ['a missing section', answersWith({ summary: 'One.' }), 'section technical is missing or not a text'],
    ['an empty section', answersWith({ ...modelSections, buyer: ' ' }), 'section buyer is empty'],
    [
      'a section that is too long',
      answersWith({ ...modelSections, buyer: 'word '.repeat(maxSectionCharacters) }),
      `section buyer has more than ${maxSectionCharacters} characters`,
    ],
  ])('fails at once after %s', async (_answer, behaviour, message) => {
    server.next(behaviour);
    expect(await failureOf(writer().write(someFacts(), never))).toMatchObject({ kind: 'unusable', message });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the end of a run protects the model', () => {
  test('aborts a running request', async () => {
    server.usual = hangs;
    const run = new AbortController();
    const writing = writer().write(someFacts(), run.signal);
    await eventually(() => server.requests.length === 1);
    run.abort(new Error('the run has ended'));
    await expect(writing).rejects.toThrow('the run has ended');
    await eventually(() => server.abandoned === 1);
  });

  test('aborts the delay that Retry-After has asked for', async () => {
    server.usual = failsWith(429, { 'Retry-After': '2' });
    const run = new AbortController();
    const writing = writer().write(someFacts(), run.signal);
    await eventually(() => server.requests.length === 1);
    run.abort(new Error('the run has ended'));
    await expect(writing).rejects.toThrow('the run has ended');
    expect(server.requests).toHaveLength(1);
  });

  test('aborts the wait for the end of a request of another run', async () => {
    server.usual = hangs;
    const first = new AbortController();
    const second = new AbortController();
    const shared = writer({}, 1);
    const writings = [shared.write(someFacts(), first.signal), shared.write(someFacts(), second.signal)];
    await eventually(() => server.requests.length === 1);
    second.abort(new Error('the second run has ended'));
    await expect(writings[1]).rejects.toThrow('the second run has ended');
    first.abort(new Error('the first run has ended'));
    await expect(writings[0]).rejects.toThrow('the first run has ended');
    server.usual = good;
    await shared.write(someFacts(), never);
    expect(server.requests).toHaveLength(2);
  });

  test('prevents requests that begin after the end of the run', async () => {
    const ended = AbortSignal.abort(new Error('the run has ended'));
    await expect(writer().write(someFacts(), ended)).rejects.toThrow('the run has ended');
    expect(server.requests).toHaveLength(0);
  });
});
