import type { ReasoningFacts } from '../../assessment/candidate.js';
import type { ModelActivity } from './circuit-breaker.js';
import { ModelClient, type ModelSettings } from './model-client.js';
import { ModelFailure } from './model-failure.js';
import { Places } from './places.js';
import { promptFor, type Prompt } from './prompt.js';
import type { Reasoning } from '../reasoning.js';
import { readAnswer } from './reasoning-schema.js';
import type { ReasoningWriter } from '../reasoning-writer.js';

/** Lets a language model write, about few prospects at a time however many runs ask. */
export class ModelWriter implements ReasoningWriter, ModelActivity {
  private readonly client: ModelClient;
  private readonly places: Places;
  lastAnswerAt = -Infinity;

  /** @param concurrency most prospects that the model is asked about at one time */
  constructor(settings: ModelSettings, concurrency: number) {
    this.client = new ModelClient(settings);
    this.places = new Places(concurrency);
  }

  async write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    const prompt = promptFor(facts);
    const content = await this.places.within(signal, () => this.ask(prompt, signal));
    const answer = readAnswer(content);
    if ('complaint' in answer) throw new ModelFailure('unusable', answer.complaint);
    return { sections: answer.sections, source: 'model' };
  }

  private async ask(prompt: Prompt, signal: AbortSignal): Promise<string> {
    try {
      const content = await this.client.ask(prompt, signal);
      this.lastAnswerAt = performance.now();
      return content;
    } catch (error) {
      const hasAnswered = error instanceof ModelFailure && error.kind !== 'timeout';
      if (hasAnswered) this.lastAnswerAt = performance.now();
      throw error;
    }
  }
}
