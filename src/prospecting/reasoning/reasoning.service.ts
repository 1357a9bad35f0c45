import { Inject, Injectable, Logger } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import type { ReasoningFacts } from '../assessment/facts/candidate.js';
import { BuiltInWriter } from './built-in/built-in-writer.js';
import { FallbackWriting, type ReasoningOutcome } from './model/fallback-writing.js';
import { retryPolicy } from './model/model-client.js';
import type { ModelWriter } from './model/model-writer.js';
import type { ReasoningWriter } from './reasoning.js';

/** Maximum of calls to the model at a time, of all runs of this process together. */
export const modelConcurrency = 4;
/** The timeout of one call, and the time without any answer after which a run stops calling. */
const modelTimeoutMs = 30_000;

/** Writes the reasons for the prospects of a run: with a language model where one is configured, else without. */
@Injectable()
export class ReasoningService {
  private readonly logger = new Logger(ReasoningService.name);
  private readonly builtIn: ReasoningWriter = new BuiltInWriter();
  private model: Promise<ModelWriter | null> | undefined;

  constructor(@Inject(configToken) private readonly config: Config) {}

  /**
   * The reasoning of each prospect, and how many each writer wrote; each prospect gets one, also when the model fails.
   * @throws the signal's reason when it aborts
   */
  async writeAll(facts: readonly ReasoningFacts[], signal: AbortSignal): Promise<ReasoningOutcome> {
    this.model ??= modelOf(this.config);
    const writing = new FallbackWriting(await this.model, modelTimeoutMs, this.builtIn, (message) =>
      this.logger.warn(message),
    );
    return writing.writeAll(facts, modelConcurrency, signal);
  }
}

/** Its client is loaded only where a model is configured. */
async function modelOf({
  llmBaseUrl: baseUrl,
  llmApiKey: apiKey,
  llmModel: model,
}: Config): Promise<ModelWriter | null> {
  if (baseUrl === null) return null;
  const { ModelWriter } = await import('./model/model-writer.js');
  const settings = { baseUrl, apiKey, model, timeoutMs: modelTimeoutMs, retry: retryPolicy };
  return new ModelWriter(settings, modelConcurrency);
}
