/** What a language model's failure means for a further attempt. */
export type FailureKind = 'passing' | 'timeout' | 'refused' | 'unusable';

/**
 * A language model gave nothing that can be used. The message is one line that holds nothing of the prompt and nothing
 * that the server said, because a server may repeat the prompt.
 */
export class ModelFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** How long the server asked to be left alone, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    /** The status of the answer, when there was one. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}
