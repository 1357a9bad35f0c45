import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import pRetry from 'p-retry';
import { type Answer, readAnswer, sectionWords } from './answer.js';
import { type Completion, readCompletion } from './completion.js';
import { failureOf, failureOfStatus, ModelFailure } from './model-failure.js';
import type { Prompt } from './prompt.js';
import { type FormatChoice, type ResponseFormat, ResponseFormats } from './response-format.js';
import { type ModelActivity, watchSilence } from './silence.js';

/** How often a call is attempted for one prospect, and how long the delays between the attempts are. */
export interface RetryPolicy {
  /** The maximum number of attempts, including the first one. Attempts that find a busy server are not counted. */
  readonly attempts: number;
  /**
   * The delay before the second attempt, in milliseconds. It doubles for each further attempt, and is then multiplied by a random
   * number from 1 to 2.
   */
  readonly firstDelayMs: number;
  /** The maximum delay, in milliseconds, unless the server asks for a longer one. */
  readonly maxDelayMs: number;
}

export const retryPolicy: RetryPolicy = { attempts: 3, firstDelayMs: 500, maxDelayMs: 5_000 };

export interface ModelSettings {
  /** The URL of an OpenAI-compatible API including its version, such as `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /**
   * The timeout, in milliseconds. A request ends if the server answers no request for this time. A call also waits for a busy server
   * for this time, or longer if the server says that it is loading the model.
   */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

/** The maximum size of a model's answer, in bytes. It is many times the size of the JSON with the five sections. */
const maxAnswerBytes = 1_048_576;

/** The maximum duration of a request, in milliseconds. It ends before Node's `fetch` does, which waits 300 seconds for the headers. */
const maxRequestMs = 290_000;

/**
 * Calls the chat completions of any OpenAI-compatible server. A request contains only the model, the messages and a response
 * format, because there are servers that refuse other parameters.
 *
 * This class has its own timeout and retries. Those of the OpenAI client are not used: its timeout covers only the headers of an
 * answer, and a signal cannot end the delays between its retries.
 */
export class ModelClient implements ModelActivity {
  private readonly client: OpenAI;
  private readonly formats = new ResponseFormats();
  lastAnswerAt = -Infinity;

  /**
   * Makes a client.
   * @param concurrency the maximum number of calls at the same time. A request may take this many times the timeout, because a
   *   server may answer one call after the other
   */
  constructor(
    private readonly settings: ModelSettings,
    private readonly concurrency: number,
  ) {
    this.client = new OpenAI({
      baseURL: settings.baseUrl,
      // The OpenAI client requires a key, even for a server that needs none.
      apiKey: settings.apiKey ?? 'none',
      // If these two options were missing, the client would take them from environment variables. Null prevents this.
      organization: null,
      project: null,
      maxRetries: 0,
      fetch: boundedFetch(maxAnswerBytes),
      timeout: 2 * maxRequestMs,
      // The client's debug lines would contain prompts, and so personal data.
      logLevel: 'off',
    });
  }

  /**
   * Sends a prompt. If a failure may be temporary, the prompt is sent again.
   * @returns the answer, which has at least one usable section
   * @throws ModelFailure the failure of the last attempt
   * @throws the signal's reason when the signal aborts
   */
  ask(prompt: Prompt, signal: AbortSignal): Promise<Answer> {
    const { attempts, firstDelayMs, maxDelayMs } = this.settings.retry;
    const choice = this.formats.begin();
    const startedAt = performance.now();
    let counted = 0;
    return pRetry(() => this.attempt(prompt, choice, signal), {
      retries: Infinity,
      minTimeout: firstDelayMs,
      maxTimeout: maxDelayMs,
      randomize: true,
      signal,
      shouldRetry: async ({ error }) => {
        if (!(error instanceof ModelFailure)) return false;
        if (error.kind === 'busy') {
          if (!this.isWaitedFor(error, startedAt)) return false;
          await sleep(error.retryAfterMs ?? 0, undefined, { signal });
          return true;
        }
        counted += 1;
        return error.kind === 'passing' && counted < attempts;
      },
    });
  }

  /** Whether a call still waits for a busy server. It waits for the timeout, or while the server loads the model, until the run ends. */
  private isWaitedFor({ retryAfterMs, isLoading }: ModelFailure, startedAt: number): boolean {
    const { timeoutMs } = this.settings;
    const waitMs = retryAfterMs ?? 0;
    return waitMs <= timeoutMs && (isLoading || performance.now() - startedAt + waitMs <= timeoutMs);
  }

  private async attempt(prompt: Prompt, choice: FormatChoice, signal: AbortSignal): Promise<Answer> {
    for (;;) {
      try {
        const answer = await this.complete(prompt, choice.format, signal);
        choice.succeeded();
        return answer;
      } catch (error) {
        if (!(error instanceof ModelFailure) || !choice.failed(error)) throw error;
      }
    }
  }

  private async complete(prompt: Prompt, format: ResponseFormat, signal: AbortSignal): Promise<Answer> {
    const body = {
      model: this.settings.model,
      messages: [
        { role: 'system' as const, content: prompt.system },
        { role: 'user' as const, content: prompt.user },
      ],
      ...(format === undefined ? {} : { response_format: format }),
    };
    const { timeoutMs } = this.settings;
    const limit = new AbortController();
    const patience = { silenceMs: timeoutMs, totalMs: Math.min(this.concurrency * timeoutMs, maxRequestMs) };
    const stopWatching = watchSilence(this, patience, () => limit.abort());
    try {
      const options = { signal: AbortSignal.any([signal, limit.signal]) };
      const response = await this.client.chat.completions.create(body, options).asResponse();
      const text = await response.text();
      this.heard(null);
      return answerIn(text);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.signal.aborted) throw new ModelFailure('timeout', 'timeout', 'no answer in time');
      const failure = failureOf(error, new Date());
      this.heard(failure.retryAfterMs);
      throw failure;
    } finally {
      stopWatching();
    }
  }

  private heard(waitMs: number | null): void {
    this.lastAnswerAt = Math.max(this.lastAnswerAt, performance.now() + (waitMs ?? 0));
  }
}

/**
 * The usable sections in the body of an answer.
 * @throws ModelFailure if there is none. Some servers send an error with the status 200; it is treated like the status that it names
 */
function answerIn(body: string): Answer {
  const completion = readCompletion(body);
  const texts = completion?.hasPlaceForText === true ? [...completion.answers, ...completion.thoughts] : [body];
  const answer = readAnswer(texts);
  if (answer !== null && Object.keys(answer.sections).length > 0) return answer;
  throw completion === null ? failureOfOther(body.trimStart()) : failureOfCompletion(completion, answer);
}

function failureOfCompletion(completion: Completion, answer: Answer | null): ModelFailure {
  const { error, isDeclined, stopped, answers, hasPlaceForText } = completion;
  if (error !== null) return failureOfStatus(error.status, error.text, null);
  if (isDeclined) return new ModelFailure('unusable', 'declined', 'the model declined to answer');
  if (stopped === 'length') return new ModelFailure('unusable', 'cut_off', 'the answer was cut off');
  if (stopped === 'filter') return new ModelFailure('unusable', 'filtered', 'the answer was filtered');
  if (!hasPlaceForText) return new ModelFailure('unusable', 'not_completion', 'the answer is not a chat completion');
  const [fault] = answer?.faults ?? [];
  if (answers.length > 0 && fault === undefined)
    return new ModelFailure('unusable', 'not_json', 'the answer is not JSON');
  if (fault !== undefined)
    return new ModelFailure('unusable', fault[1], `section ${fault[0]} ${sectionWords[fault[1]]}`);
  return new ModelFailure('passing', 'no_text', 'the answer has no text');
}

/** The failure for a body that is not JSON. A web page comes from a proxy in front of the server, so it is
 * treated like the status 502: the prompt is sent again. */
function failureOfOther(body: string): ModelFailure {
  if (body === '') return new ModelFailure('passing', 'no_text', 'the answer has no text');
  if (body.startsWith('<')) return new ModelFailure('passing', 'not_completion', 'the answer is a web page');
  if (body.startsWith('{')) return new ModelFailure('unusable', 'not_json', 'the answer is not JSON');
  return new ModelFailure('unusable', 'not_completion', 'the answer is not a chat completion');
}

/** How much of the body of an error is read, in characters. */
const maxErrorCharacters = 2_000;

/**
 * A `fetch` that limits the size of the answer. It follows no redirects, because a prompt contains personal data, which only the
 * configured server may get.
 *
 * Of the body of an error, the OpenAI client keeps only the member `error`. Some servers give their reason in other members, such as
 * `detail`. So the whole body is put into `error`.
 * @param maxBytes the maximum size of the decoded body; reading a longer one throws a {@link ModelFailure}
 */
function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    const bounded = new Response(body.pipeThrough(atMost(maxBytes)), { status, statusText, headers });
    if (response.ok) return bounded;
    const message = (await bounded.text().catch(() => '')).slice(0, maxErrorCharacters);
    return new Response(JSON.stringify({ error: { message } }), { status, statusText, headers });
  };
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new ModelFailure('unusable', 'too_long', 'the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
}
