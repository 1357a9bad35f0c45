import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { someFacts } from '../../src/prospecting/reasoning/facts.fixture.js';
import type { ModelSettings } from '../../src/prospecting/reasoning/model/model-client.js';
import { ModelFailure } from '../../src/prospecting/reasoning/model/model-failure.js';
import { ModelWriter } from '../../src/prospecting/reasoning/model/model-writer.js';
import { maxSectionCharacters } from '../../src/prospecting/reasoning/model/answer.js';
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
  completionOf,
  sendBody,
  sendsBody,
  sendsJson,
  sendsMessage,
  streamOf,
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
    const answer = await writer({ apiKey: 'secret', model: 'tiny' }).write(someFacts(), never);
    expect(answer).toEqual({ sections: modelSections, faults: new Map() });
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

  test.each<[string, ModelBehaviour]>([
    ['status 400', failsWith(400)],
    ['status 422 and a reason in `detail`', (_, response) => sendBody(response, '{"detail":"no"}', { status: 422 })],
    ['a 200 that holds an error', sendsJson({ error: { code: 400, message: 'bad' } })],
  ])('asks without a format after both formats were refused with %s, and in all later requests', async (_, refusal) => {
    server.usual = (request, response) =>
      request.formatType === undefined ? good(request, response) : refusal(request, response);
    const asking = writer();
    for (const _ of [1, 2]) expect((await asking.write(someFacts(), never)).sections).toEqual(modelSections);
    const types = server.requests.map(({ formatType }) => formatType);
    expect(types).toEqual(['json_schema', 'json_object', undefined, undefined]);
    expect(server.requests[3]?.body).not.toHaveProperty('response_format');
  });

  test('asks in another format at once if a failure with status 500 speaks of a grammar', async () => {
    server.usual = (request, response) =>
      request.formatType === 'json_schema'
        ? sendBody(response, '{"error":{"message":"failed to parse grammar"}}', { status: 500 })
        : good(request, response);
    const asking = writer();
    for (const _ of [1, 2]) await asking.write(someFacts(), never);
    expect(server.requests.map(({ formatType }) => formatType)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  test('gives up a format that has never worked after it failed with status 500 in two calls', async () => {
    server.usual = (request, response) =>
      request.formatType === 'json_schema' ? failsWith(500)(request, response) : good(request, response);
    const asking = writer();
    for (const _ of [1, 2, 3]) await asking.write(someFacts(), never);
    const types = server.requests.map(({ formatType }) => formatType);
    expect(types).toEqual(['json_schema', 'json_object', 'json_schema', 'json_object', 'json_object']);
  });

  test('keeps a format that has worked after failures with status 500', async () => {
    const asking = writer();
    for (const _ of [1, 2, 3]) {
      await asking.write(someFacts(), never);
      server.next(failsWith(500));
    }
    expect(new Set(server.requests.map(({ formatType }) => formatType))).toEqual(new Set(['json_schema']));
  });

  test('asks with the schema again in the next call if the server has refused the requests in all formats', async () => {
    server.next(failsWith(400), failsWith(400), failsWith(400));
    const asking = writer();
    expect((await failureOf(asking.write(someFacts(), never))).kind).toBe('refused');
    await asking.write(someFacts(), never);
    expect(server.requests.map(({ formatType }) => formatType)).toEqual([
      ...['json_schema', 'json_object', undefined],
      'json_schema',
    ]);
  });
});

describe('a repeated request to a model succeeds', () => {
  test.each<[string, ModelBehaviour]>([
    ['status 500', failsWith(500)],
    ['status 503', failsWith(503)],
    ['status 429', failsWith(429)],
    ['a connection that breaks', resets],
    ['an answer without choices', sendsJson({ choices: [] })],
    ['an answer without text', answersText(null)],
    ['an empty body', sendsBody('')],
    ['a web page', sendsBody('<html><h1>502 Bad Gateway</h1></html>', { type: 'text/html' })],
    ['a 200 that holds the status 429', sendsJson({ error: { code: 429, message: 'slow down' } })],
    ['a 200 that holds the status 502 as a text', sendsJson({ error: { code: '502' } })],
    ['a 200 that holds an error in words', sendsJson({ error: { code: 'rate_limit_exceeded' } })],
    [
      'a 200 with an error instead of a choice',
      sendsJson({ choices: [{ error: { code: 502 }, finish_reason: 'error' }] }),
    ],
    ['a 200 with an error that says nothing', sendsJson({ error: 'Something went wrong' })],
  ])('succeeds at the third attempt if the first two end with %s', async (_trouble, behaviour) => {
    server.next(behaviour, behaviour);
    expect((await writer().write(someFacts(), never)).sections).toEqual(modelSections);
    expect(server.requests).toHaveLength(3);
  });

  test('succeeds on an overloaded server that does not support schemas', async () => {
    server.usual = refusesSchemas(good);
    server.next(failsWith(503), refusesSchemas(good), failsWith(503));
    expect((await writer().write(someFacts(), never)).sections).toEqual(modelSections);
  });
});

describe('a busy model is waited for', () => {
  test.each<[string, ModelBehaviour]>([
    ['status 503', failsWith(503)],
    ['status 529', failsWith(529)],
    ['a 200 that holds the status 503', sendsJson({ error: { code: 503, message: 'Loading model' } })],
    ['status 429 and a short Retry-After', failsWith(429, { 'Retry-After': '0.01s' })],
    ['status 429 and a short retry-after-ms', failsWith(429, { 'retry-after-ms': '5' })],
  ])('asks more often than the maximum number of attempts after %s', async (_trouble, behaviour) => {
    server.next(...Array.from({ length: retry.attempts + 3 }, () => behaviour));
    const asking = writer({ retry: { ...retry, maxDelayMs: 5 } });
    expect((await asking.write(someFacts(), never)).sections).toEqual(modelSections);
    expect(server.requests).toHaveLength(retry.attempts + 4);
  });

  test('fails when the server was busy for longer than the timeout', async () => {
    server.usual = failsWith(503);
    const asking = writer({ timeoutMs: 2_000, retry: { ...retry, maxDelayMs: 20 } });
    expect(await failureOf(asking.write(someFacts(), never))).toMatchObject({ kind: 'busy', reason: 'unavailable' });
    expect(server.requests.length).toBeGreaterThan(retry.attempts);
  });

  test('waits longer than the timeout for a server that says that it is loading the model', async () => {
    const startedAt = performance.now();
    const loads = sendsBody('{"error":{"code":503,"message":"Loading model"}}', { status: 503 });
    server.usual = (request, response) => (performance.now() - startedAt < 2_500 ? loads : good)(request, response);
    const asking = writer({ timeoutMs: 2_000, retry: { ...retry, maxDelayMs: 20 } });
    expect((await asking.write(someFacts(), never)).sections).toEqual(modelSections);
  });

  test('waits longer than the timeout for a server that answers one request after the other', async () => {
    let turn = Promise.resolve();
    server.usual = (request, response) => {
      turn = turn.then(() => sleep(300)).then(() => good(request, response));
      return turn;
    };
    const asking = writer({ timeoutMs: 1_000 }, 4);
    const answers = await Promise.all([1, 2, 3, 4].map(() => asking.write(someFacts(), never)));
    expect(answers.map(({ sections }) => sections)).toEqual([1, 2, 3, 4].map(() => modelSections));
    expect(server.requests).toHaveLength(4);
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

const object = JSON.stringify(modelSections);
const [firstHalf, secondHalf] = [object.slice(0, 40), object.slice(40)];

describe('an answer of a model succeeds', () => {
  test.each<[string, ModelBehaviour]>([
    ['the content is a list of texts', sendsMessage({ content: [{ type: 'text', text: object }] })],
    [
      'the text is in several parts',
      sendsMessage({
        content: [
          { type: 'text', text: firstHalf },
          { type: 'text', text: secondHalf },
        ],
      }),
    ],
    ['the parts are plain strings', sendsMessage({ content: [firstHalf, secondHalf] })],
    ['the part has the type output_text', sendsMessage({ content: [{ type: 'output_text', text: object }] })],
    [
      'there are thoughts and references among the parts',
      sendsMessage({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Maybe {"summary": "A draft."}' }] },
          { type: 'text', text: firstHalf },
          { type: 'reference', reference_ids: [1] },
          { type: 'text', text: secondHalf },
        ],
      }),
    ],
    ['the content is the object itself', sendsMessage({ content: modelSections })],
    ['the object is in reasoning_content', sendsMessage({ content: '', reasoning_content: `Hm. ${object}` })],
    ['the object is in reasoning', sendsMessage({ content: null, reasoning: object })],
    ['the thoughts have a draft', sendsMessage({ content: object, reasoning: object.replace('sums', 'guesses') })],
    [
      'the object is in a tool call',
      sendsMessage({ tool_calls: [{ type: 'function', function: { name: 'answer', arguments: object } }] }),
    ],
    [
      'the arguments of a tool call are the object itself',
      sendsMessage({ tool_calls: [{ function: { arguments: modelSections } }] }),
    ],
    [
      'the first of two choices is empty',
      sendsJson({ choices: [{ message: { content: '' } }, { message: { content: object } }] }),
    ],
    ['the answer is that of a completion without chat', sendsJson({ choices: [{ text: object }] })],
    [
      'the answer is that of another API',
      sendsJson({ content: [{ type: 'text', text: object }], stop_reason: 'end_turn' }),
    ],
    ['there is no finish_reason', sendsJson({ choices: [{ message: { role: 'assistant', content: object } }] })],
    ['the limit was reached after the whole object', answersText(`${object} And so on and so`, 'length')],
    [
      'the answer also has an error that is null',
      sendsJson({ error: null, choices: [{ message: { content: object } }] }),
    ],
    [
      'the log probabilities repeat the text',
      sendsJson({ choices: [{ message: { content: object }, logprobs: { content: [{ token: '{"summary"' }] } }] }),
    ],
    ['the body has a byte order mark', sendsBody(`\uFEFF${completionOf({ content: object })}`)],
    ['the body has the wrong media type', sendsBody(completionOf({ content: object }), { type: 'text/plain' })],
    ['the body is the object itself', sendsBody(object)],
    [
      'the answer is a stream of events',
      sendsBody(
        streamOf(firstHalf, secondHalf)
          .map((one) => `data: ${one}\n\n`)
          .join('') + 'data: [DONE]\n\n',
        { type: 'text/event-stream' },
      ),
    ],
    ['the answer is a stream of lines', sendsBody(streamOf(firstHalf, secondHalf).join('\n'))],
  ])('is read if %s', async (_form, behaviour) => {
    server.next(behaviour);
    expect(await writer().write(someFacts(), never)).toEqual({ sections: modelSections, faults: new Map() });
    expect(server.requests).toHaveLength(1);
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

  test('fails at once when Retry-After exceeds the timeout', async () => {
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
    ['a filtered answer', answersText('', 'content_filter'), 'the answer was filtered'],
    [
      'an answer whose thoughts took all the space',
      sendsMessage({ content: '', reasoning: 'I think' }, 'length'),
      'the answer was cut off',
    ],
    ['a refusal', sendsMessage({ content: null, refusal: 'I cannot help with that.' }), 'the model declined to answer'],
    ['JSON of another kind', sendsJson({ status: 'ok' }), 'the answer is not a chat completion'],
    ['an error that stands for a wrong key', sendsJson({ error: { type: 'authentication_error' } }), 'status 401'],
    ['an answer without an end', neverEnds, 'the answer is too long'],
    ['prose', answersText('Certainly! Jane is great.'), 'the answer is not JSON'],
    ['an object without sections', answersWith({ mood: 'good' }), 'section summary is missing'],
    [
      'sections that are too long',
      answersWith(
        Object.fromEntries(Object.keys(modelSections).map((name) => [name, 'word '.repeat(maxSectionCharacters)])),
      ),
      `section summary has more than ${maxSectionCharacters} characters`,
    ],
  ])('fails at once after %s', async (_answer, behaviour, message) => {
    server.next(behaviour);
    expect(await failureOf(writer().write(someFacts(), never))).toMatchObject({ message });
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
