import type OpenAI from 'openai';
import { ModelFailure } from './model-failure.js';
import { answerSchema } from './prompt.js';

export type ResponseFormat = OpenAI.ChatCompletionCreateParamsNonStreaming['response_format'];

/**
 * The formats in which an answer can be requested, the strictest first. Servers that know none get the last, which is no format: the
 * prompt asks for JSON, too.
 */
const formats: readonly ResponseFormat[] = [
  { type: 'json_schema', json_schema: { name: 'reasoning', strict: true, schema: answerSchema } },
  { type: 'json_object' },
  undefined,
];

/** A format is given up after this number of calls in which it failed with a status that may have other causes. */
const maxDoubts = 2;

/** What a server has shown about a format. */
interface Experience {
  hasWorked: boolean;
  doubts: number;
}

/** Remembers which response formats a server supports, so that only the first calls try formats in vain. */
export class ResponseFormats {
  private first = 0;
  private readonly experiences: readonly Experience[] = formats.map(() => ({ hasWorked: false, doubts: 0 }));

  /** Begins a call with the strictest format that is not known to fail. */
  begin(): FormatChoice {
    return new FormatChoice(this, this.first);
  }

  hasWorked(index: number): boolean {
    return this.experiences[index]?.hasWorked === true;
  }

  /**
   * Learns from a call that has succeeded.
   * @param index the format that worked
   * @param refused how many formats, from the strictest on, the server refused for certain
   * @param doubted the formats that failed for a reason that may be another one
   */
  learn(index: number, refused: number, doubted: readonly number[]): void {
    const experience = this.experiences[index];
    if (experience) experience.hasWorked = true;
    for (const one of doubted) {
      const doubt = this.experiences[one];
      if (doubt) doubt.doubts += 1;
    }
    this.first = Math.max(this.first, Math.min(refused, index));
    while (this.first < index && this.isDoubtful(this.first)) this.first += 1;
  }

  private isDoubtful(index: number): boolean {
    const experience = this.experiences[index];
    return experience !== undefined && !experience.hasWorked && experience.doubts >= maxDoubts;
  }
}

/** The statuses with which servers refuse a request that they do not understand. Their messages do not always say what they refuse. */
const refusals: readonly (number | null)[] = [400, 422];

export class FormatChoice {
  private refused: number;
  private readonly doubted: number[] = [];

  constructor(
    private readonly formats: ResponseFormats,
    private index: number,
  ) {
    this.refused = index;
  }

  get format(): ResponseFormat {
    return formats[this.index];
  }

  succeeded(): void {
    this.formats.learn(this.index, this.refused, this.doubted);
  }

  /**
   * Chooses the next format if the failure may be due to the current one.
   * @returns whether the next format can be tried at once, since the failure was no trouble of the server
   */
  failed({ status, kind, reason, isAboutFormat }: ModelFailure): boolean {
    if (this.index === formats.length - 1 || kind === 'busy' || kind === 'timeout' || status === 429) return false;
    const isRefusal = refusals.includes(status) || (isAboutFormat && status !== null);
    if (isRefusal) {
      if (this.refused === this.index) this.refused += 1;
      this.index += 1;
      return true;
    }
    // A grammar that a server cannot build often fails with 500, and some models answer nothing under one. Both can also pass. So a format
    // that has worked is kept.
    if ((status === 500 || reason === 'no_text') && !this.formats.hasWorked(this.index)) {
      this.doubted.push(this.index);
      this.index += 1;
    }
    return false;
  }
}
