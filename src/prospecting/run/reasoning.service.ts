import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import type { ReasoningFacts } from '../assessment/candidate.js';
import { BuiltInWriter } from '../reasoning/built-in/built-in-writer.js';
import { FallbackWriting, type ReasoningOutcome } from '../reasoning/model/fallback-writing.js';
import type { ModelWriter } from '../reasoning/model/model-writer.js';
import type { ReasoningWriter } from '../reasoning/reasoning.js';
import { RETRY_POLICY } from '../reasoning/model/model-failure.js';

/** Most prospects that the model is asked about at one time, by all runs of this process together. */
export const MODEL_CONCURRENCY = 4;
/** For one attempt, and for all of a run during which the model answers nothing. */
const MODEL_TIMEOUT_MS = 30_000;

/** Writes why the prospects of a run are some: with a language model where one is configured, else without. */
@Injectable()
export class ReasoningService {
  private readonly logger = new Logger(ReasoningService.name);
  private readonly builtIn: ReasoningWriter = new BuiltInWriter();
  private model: Promise<ModelWriter | null> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * The reasoning of each prospect, and how many each writer wrote; a model that fails costs nobody a text.
   * @throws the signal's reason when it aborts
   */
  async writeAll(facts: readonly ReasoningFacts[], signal: AbortSignal): Promise<ReasoningOutcome> {
    this.model ??= modelOf(this.config);
    const writing = new FallbackWriting(await this.model, MODEL_TIMEOUT_MS, this.builtIn, (message) =>
      this.logger.warn(message),
    );
    return writing.writeAll(facts, MODEL_CONCURRENCY, signal);
  }
}

/** Its client is loaded where there is a model to ask, and not before. */
async function modelOf({
  llmBaseUrl: baseUrl,
  llmApiKey: apiKey,
  llmModel: model,
}: Config): Promise<ModelWriter | null> {
  if (baseUrl === null) return null;
  const { ModelWriter } = await import('../reasoning/model/model-writer.js');
  const settings = { baseUrl, apiKey, model, timeoutMs: MODEL_TIMEOUT_MS, retry: RETRY_POLICY };
  return new ModelWriter(settings, MODEL_CONCURRENCY);
}
