import type { ReasoningFacts } from '../../assessment/candidate.js';
import type { Reasoning, ReasoningWriter } from '../reasoning.js';
import { ModelClient, type ModelSettings } from './model-client.js';
import { type ModelActivity, ModelFailure } from './model-failure.js';
import { type Prompt, promptFor, readAnswer } from './prompt.js';

interface Waiting {
  readonly enter: () => void;
}

/** A number of places: who finds them taken waits, first come first served. */
export class Places {
  private free: number;
  private readonly queue = new Set<Waiting>();

  constructor(count: number) {
    this.free = count;
  }

  /**
   * Does the work once there is a place, and gives the place back however the work ends.
   * @param signal ends the wait, and is for the work to watch from then on
   * @throws the signal's reason when it aborts before there was a place
   */
  async within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(signal: AbortSignal): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.queue.delete(waiting);
        reject(reasonOf(signal));
      };
      const waiting: Waiting = {
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.queue.add(waiting);
    });
  }

  /** The place passes to the next in line without becoming free, so that nobody overtakes. */
  private leave(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.queue.delete(next);
    next.enter();
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}

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
