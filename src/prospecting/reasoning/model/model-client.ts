import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import pRetry from 'p-retry';
import { z } from 'zod';
import { failureOf, ModelFailure } from './model-failure.js';
import { answerSchema, type Prompt } from './prompt.js';

/** How often a model is called for one prospect, and how long the delays between the attempts are. */
export interface RetryPolicy {
  /** All attempts together, the first one included. */
  readonly attempts: number;
  /** Before the second attempt; it doubles with each further one, and up to doubles again at random. */
  readonly firstDelayMs: number;
  /** There is no further attempt for a server whose `Retry-After` is longer. */
  readonly maxDelayMs: number;
}

export const retryPolicy: RetryPolicy = { attempts: 3, firstDelayMs: 500, maxDelayMs: 20_000 };

export interface ModelSettings {
  /** An OpenAI-compatible API, up to and including its version. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** For one attempt, from the request to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

const completionShape = z.object({
  choices: z.array(z.object({ finish_reason: z.unknown(), message: z.object({ content: z.unknown() }) })).min(1),
});

type ResponseFormat = OpenAI.ChatCompletionCreateParamsNonStreaming['response_format'];

const structured: ResponseFormat = {
  type: 'json_schema',
  json_schema: { name: 'reasoning', strict: true, schema: answerSchema },
};

/** Many times the size of five sections and of the members around them. */
const maxAnswerBytes = 1_048_576;

/** The statuses with which servers refuse a response format that they do not support. */
const formatRefusals: readonly (number | null)[] = [400, 422];

/**
 * Calls the chat completions of any OpenAI-compatible server. A request has a model, messages and a response format and no
 * more, because each further parameter is refused by some server.
 *
 * The retries of the OpenAI client are off: its timeout ends with the headers of an answer, and no signal ends its delays.
 */
export class ModelClient {
  private readonly client: OpenAI;
  private format: ResponseFormat = structured;

  constructor(private readonly settings: ModelSettings) {
    this.client = new OpenAI({
      baseURL: settings.baseUrl,
      // The client requires a key, servers of one's own do not.
      apiKey: settings.apiKey ?? 'none',
      // By default the client reads these from the environment.
      organization: null,
      project: null,
      maxRetries: 0,
      fetch: boundedFetch(maxAnswerBytes),
      timeout: settings.timeoutMs,
      // Its debug lines hold prompts.
      logLevel: 'off',
    });
  }

  /**
   * @returns the text of the model's answer
   * @throws ModelFailure of the last attempt
   * @throws the signal's reason once it aborts
   */
  ask(prompt: Prompt, signal: AbortSignal): Promise<string> {
    const { attempts, firstDelayMs, maxDelayMs } = this.settings.retry;
    return pRetry(() => this.attempt(prompt, signal), {
      retries: attempts - 1,
      minTimeout: firstDelayMs,
      maxTimeout: maxDelayMs,
      randomize: true,
      signal,
      shouldRetry: async ({ error }) => {
        if (!(error instanceof ModelFailure) || error.kind !== 'passing') return false;
        const retryAfterMs = error.retryAfterMs ?? 0;
        if (retryAfterMs > maxDelayMs) return false;
        await sleep(retryAfterMs, undefined, { signal });
        return true;
      },
    });
  }

  private async attempt(prompt: Prompt, signal: AbortSignal): Promise<string> {
    const format = this.format;
    try {
      return await this.complete(prompt, format, signal);
    } catch (error) {
      const isRefusal = error instanceof ModelFailure && formatRefusals.includes(error.status);
      if (format?.type !== 'json_schema' || !isRefusal) throw error;
      const content = await this.complete(prompt, { type: 'json_object' }, signal);
      // The other format was accepted, so later calls start with it.
      this.format = { type: 'json_object' };
      return content;
    }
  }

  private async complete(prompt: Prompt, format: ResponseFormat, signal: AbortSignal): Promise<string> {
    const body = {
      model: this.settings.model,
      messages: [
        { role: 'system' as const, content: prompt.system },
        { role: 'user' as const, content: prompt.user },
      ],
      response_format: format,
    };
    const limit = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      const completion = await this.client.chat.completions.create(body, { signal: AbortSignal.any([signal, limit]) });
      return contentOf(completion);
    } catch (error) {
      signal.throwIfAborted();
      throw limit.aborted ? new ModelFailure('timeout', 'no answer in time') : failureOf(error, new Date());
    }
  }
}

/** The types of the client promise more than every server keeps, so the answer is checked. */
function contentOf(completion: unknown): string {
  const read = completionShape.safeParse(completion);
  const choice = read.data?.choices[0];
  if (choice === undefined) throw new ModelFailure('unusable', 'the answer is no chat completion');
  if (choice.finish_reason === 'length') throw new ModelFailure('unusable', 'the answer was cut off');
  if (typeof choice.message.content !== 'string') throw new ModelFailure('unusable', 'the answer has no text');
  return choice.message.content;
}

/**
 * `fetch` without redirects, because a prompt holds personal data that only the configured server may get, and with a limit on
 * the answer.
 * @param maxBytes the maximum size of the decoded body; reading more throws a {@link ModelFailure}
 */
function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(body.pipeThrough(atMost(maxBytes)), { status, statusText, headers });
  };
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new ModelFailure('unusable', 'the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
}
