import type { ReasoningFacts } from '../assessment/candidate.js';
import { ModelClient, type ModelSettings } from './model-client.js';
import { ModelFailure } from './model-failure.js';
import { Places } from './places.js';
import { promptFor } from './prompt.js';
import type { Reasoning } from './reasoning.js';
import { readAnswer } from './reasoning-schema.js';
import type { ReasoningWriter } from './reasoning-writer.js';

/** Lets a language model write, about few prospects at a time however many runs ask. */
export class ModelWriter implements ReasoningWriter {
  private readonly client: ModelClient;
  private readonly places: Places;

  /** @param concurrency most prospects that the model is asked about at one time */
  constructor(settings: ModelSettings, concurrency: number) {
    this.client = new ModelClient(settings);
    this.places = new Places(concurrency);
  }

  async write(facts: ReasoningFacts, signal: AbortSignal): Promise<Reasoning> {
    const prompt = promptFor(facts);
    const content = await this.places.within(signal, () => this.client.ask(prompt, signal));
    const answer = readAnswer(content);
    if ('complaint' in answer) throw new ModelFailure('unusable', answer.complaint);
    return { sections: answer.sections, source: 'model' };
  }
}
