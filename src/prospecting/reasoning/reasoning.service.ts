import { Inject, Injectable, Logger } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { Metrics } from '../../platform/observability/metrics.js';
import type { ReasoningFacts } from '../assessment/facts/candidate.js';
import { BuiltInWriter } from './built-in/built-in-writer.js';
import { FallbackWriting, type ReasoningOutcome } from './model/fallback-writing.js';
import { retryPolicy } from './model/model-client.js';
import type { ModelWriter } from './model/model-writer.js';
import { type ReasoningWriter, sectionOrder } from './reasoning.js';

/** The maximum number of calls to the model at the same time, for all runs of this process together. */
export const modelConcurrency = 4;
/** The share of a run's time limit in which the model may write. In the rest, the run must be able to end and be stored. */
const modelShareOfRun = 0.9;

/**
 * Writes the reasoning for the prospects of a run. If a language model is configured, it writes; otherwise the built-in writer
 * does.
 */
@Injectable()
export class ReasoningService {
  private readonly logger = new Logger(ReasoningService.name);
  private readonly builtIn: ReasoningWriter = new BuiltInWriter();
  private model: Promise<ModelWriter | null> | undefined;

  constructor(
    @Inject(configToken) private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Returns the reasoning for each prospect, and the number of prospects for whom each writer wrote. If the model fails, or the time
   * of the run is nearly over, the built-in writer writes, so every prospect gets a reasoning.
   * @param begunAt the value of `performance.now()` when the run began
   * @throws the signal's reason when the signal aborts
   */
  async writeAll(facts: readonly ReasoningFacts[], begunAt: number, signal: AbortSignal): Promise<ReasoningOutcome> {
    this.model ??= modelOf(this.config);
    const { llmTimeoutMs: silenceMs, prospectingRunSeconds } = this.config;
    const totalMs = begunAt + prospectingRunSeconds * 1_000 * modelShareOfRun - performance.now();
    const warn = (message: string): void => this.logger.warn(message);
    const writing = new FallbackWriting(await this.model, { silenceMs, totalMs }, this.builtIn, warn);
    const outcome = await writing.writeAll(facts, modelConcurrency, signal);
    this.count(outcome);
    return outcome;
  }

  private count({ reasonings, counts: { sections, causes } }: ReasoningOutcome): void {
    if (sections === undefined) {
      this.metrics.sectionsWritten('built_in', 'no_model', reasonings.length * sectionOrder.length);
      return;
    }
    this.metrics.sectionsWritten('model', 'none', sections.model);
    for (const [cause, count] of Object.entries(causes ?? {})) this.metrics.sectionsWritten('built_in', cause, count);
  }
}

/** The writer that uses the configured model; null if no model is configured, and then the code that calls a model is not loaded. */
async function modelOf({
  llmBaseUrl: baseUrl,
  llmApiKey: apiKey,
  llmModel: model,
  llmTimeoutMs: timeoutMs,
}: Config): Promise<ModelWriter | null> {
  if (baseUrl === null) return null;
  const { ModelWriter } = await import('./model/model-writer.js');
  const settings = { baseUrl, apiKey, model, timeoutMs, retry: retryPolicy };
  return new ModelWriter(settings, modelConcurrency);
}
