import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import pRetry from 'p-retry';
import { z } from 'zod';
import { failureOf, ModelFailure } from './model-failure.js';
import { answerSchema, type Prompt } from './prompt.js';

/** How often a call is attempted for one prospect, and how long the delays between the attempts are. */
export interface RetryPolicy {
  /** The maximum number of attempts, including the first one. */
  readonly attempts: number;
  /**
   * The delay before the second attempt, in milliseconds. It doubles for each further attempt, and is then multiplied by a random
   * number from 1 to 2.
   */
  readonly firstDelayMs: number;
  /** The maximum delay, in milliseconds. If the server asks for a longer one with `Retry-After`, there is no further attempt. */
  readonly maxDelayMs: number;
}

export const retryPolicy: RetryPolicy = { attempts: 3, firstDelayMs: 500, maxDelayMs: 20_000 };

export interface ModelSettings {
  /** The URL of an OpenAI-compatible API including its version, such as `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** The timeout of one attempt in milliseconds, from the request to the last byte of the answer. */
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

/** The maximum size of a model's answer, in bytes. It is many times the size of the JSON with the five sections. */
const maxAnswerBytes = 1_048_576;

/** The statuses with which servers refuse a response format that they do not support. */
const formatRefusals: readonly (number | null)[] = [400, 422];

/**
 * Calls the chat completions of any OpenAI-compatible server. A request contains only the model, the messages and a response
 * format, because there are servers that refuse other parameters.
 *
 * This class has its own timeout and retries. Those of the OpenAI client are not used: its timeout covers only the headers of an
 * answer, and a signal cannot end the delays between its retries.
 */
export class ModelClient {
  private readonly client: OpenAI;
  private format: ResponseFormat = structured;

  constructor(private readonly settings: ModelSettings) {
    this.client = new OpenAI({
      baseURL: settings.baseUrl,
      // The OpenAI client requires a key, even for a server that needs none.
      apiKey: settings.apiKey ?? 'none',
      // The client would read missing options from the environment, but not options that are null.
      organization: null,
      project: null,
      maxRetries: 0,
      fetch: boundedFetch(maxAnswerBytes),
      timeout: settings.timeoutMs,
      // The client's debug lines would contain prompts, and so personal data.
      logLevel: 'off',
    });
  }

  /**
   * Sends a prompt. If a failure may be temporary, the prompt is sent again.
   * @returns the text of the model's answer
   * @throws ModelFailure the failure of the last attempt
   * @throws the signal's reason when the signal aborts
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
      // The server has refused the schema and accepted the simpler format, so later calls begin with the simpler format.
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

/**
 * The text in an answer of the language model. The answer is checked first, because some servers send other data than the types of
 * the client library promise.
 */
function contentOf(completion: unknown): string {
  const read = completionShape.safeParse(completion);
  const choice = read.data?.choices[0];
  if (choice === undefined) throw new ModelFailure('unusable', 'the answer is not a chat completion');
  if (choice.finish_reason === 'length') throw new ModelFailure('unusable', 'the answer was cut off');
  if (typeof choice.message.content !== 'string') throw new ModelFailure('unusable', 'the answer has no text');
  return choice.message.content;
}

/**
 * A `fetch` that limits the size of the answer. It follows no redirects, because a prompt contains personal data, which only the
 * configured server may get.
 * @param maxBytes the maximum size of the decoded body; reading a longer one throws a {@link ModelFailure}
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
