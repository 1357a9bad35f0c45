import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { z } from 'zod';
import { boundedFetch, delayAfter, failureOf, ModelFailure, type RetryPolicy } from './model-failure.js';
import { answerSchema, type Prompt } from './prompt.js';

/** Which model is asked, and how long for. */
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

/** Many times what five sections take, with all that servers say besides. */
const mostAnswerBytes = 1_048_576;

/** The statuses by which servers say that they do not know a response format. */
const formatRefusals: readonly (number | null)[] = [400, 422];

/**
 * Asks a model over the chat completions of any OpenAI-compatible server. Requests have a model, messages and a response
 * format and nothing more, because each further parameter is one that some server refuses.
 *
 * Attempts are repeated here rather than by the client, whose time-out ends with the headers and whose pauses no signal
 * ends.
 */
export class ModelClient {
  private readonly client: OpenAI;
  private format: ResponseFormat = structured;

  constructor(private readonly settings: ModelSettings) {
    this.client = new OpenAI({
      baseURL: settings.baseUrl,
      // Servers of one's own need none, but the client does.
      apiKey: settings.apiKey ?? 'none',
      // Said, so that nothing is taken from the environment.
      organization: null,
      project: null,
      maxRetries: 0,
      fetch: boundedFetch(mostAnswerBytes),
      timeout: settings.timeoutMs,
      // Its debug lines hold prompts.
      logLevel: 'off',
    });
  }

  /**
   * The text of the model's answer to one prompt.
   * @throws ModelFailure when the last attempt failed too
   * @throws the signal's reason once it aborts
   */
  async ask(prompt: Prompt, signal: AbortSignal): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(prompt, signal);
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error, new Date());
        const delay = delayAfter(failure, attempt, this.settings.retry, Math.random());
        if (delay === null) throw failure;
        await pause(delay, signal);
      }
    }
  }

  private async attempt(prompt: Prompt, signal: AbortSignal): Promise<string> {
    const asked = this.format;
    try {
      return await this.complete(prompt, asked, signal);
    } catch (error) {
      const { status } = failureOf(error, new Date());
      if (asked?.type !== 'json_schema' || !formatRefusals.includes(status)) throw error;
      const content = await this.complete(prompt, { type: 'json_object' }, signal);
      // It was the format that the server refused, so it is not asked for again.
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
    const completion = await inTime(this.settings.timeoutMs, signal, (ending) =>
      this.client.chat.completions.create(body, { signal: ending }),
    );
    return contentOf(completion);
  }
}

/** Ends the work with the run or with the time for it, whichever ends first. */
async function inTime<T>(patienceMs: number, run: AbortSignal, work: (ending: AbortSignal) => Promise<T>): Promise<T> {
  run.throwIfAborted();
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, patienceMs);
  run.addEventListener('abort', end, { once: true });
  try {
    return await work(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? new ModelFailure('timeout', 'no answer in time') : error;
  } finally {
    clearTimeout(timer);
    run.removeEventListener('abort', end);
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}

/** Servers answer in the client's types or in others, so nothing is taken for granted. */
function contentOf(completion: unknown): string {
  const read = completionShape.safeParse(completion);
  const choice = read.data?.choices[0];
  if (choice === undefined) throw new ModelFailure('unusable', 'the answer is no chat completion');
  if (choice.finish_reason === 'length') throw new ModelFailure('unusable', 'the answer was cut off');
  if (typeof choice.message.content !== 'string') throw new ModelFailure('unusable', 'the answer has no text');
  return choice.message.content;
}
