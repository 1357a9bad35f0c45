import { Inject, Injectable, Logger } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import type { ReasoningFacts } from '../assessment/facts/candidate.js';
import { BuiltInWriter } from './built-in/built-in-writer.js';
import { FallbackWriting, type ReasoningOutcome } from './model/fallback-writing.js';
import { retryPolicy } from './model/model-client.js';
import type { ModelWriter } from './model/model-writer.js';
import type { ReasoningWriter } from './reasoning.js';

/** The maximum number of calls to the model at the same time, for all runs of this process together. */
export const modelConcurrency = 4;
/** The timeout of one call, in milliseconds. If the model answers nothing at all for this time, the run makes no further calls. */
const modelTimeoutMs = 30_000;

/**
 * Writes the reasoning for the prospects of a run. If a language model is configured, it writes; otherwise the built-in writer
 * does.
 */
@Injectable()
export class ReasoningService {
  private readonly logger = new Logger(ReasoningService.name);
  private readonly builtIn: ReasoningWriter = new BuiltInWriter();
  private model: Promise<ModelWriter | null> | undefined;

  constructor(@Inject(configToken) private readonly config: Config) {}

  /**
   * Returns the reasoning for each prospect, and the number of prospects for whom each writer wrote. If the model fails, the
   * built-in writer writes, so every prospect gets a reasoning.
   * @throws the signal's reason when the signal aborts
   */
  async writeAll(facts: readonly ReasoningFacts[], signal: AbortSignal): Promise<ReasoningOutcome> {
    this.model ??= modelOf(this.config);
    const writing = new FallbackWriting(await this.model, modelTimeoutMs, this.builtIn, (message) =>
      this.logger.warn(message),
    );
    return writing.writeAll(facts, modelConcurrency, signal);
  }
}

/** The writer that uses the configured model; null if no model is configured, and then the code that calls a model is not loaded. */
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
