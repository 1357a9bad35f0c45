/** An answer that writes its own JSON text, because it may be too large to be held whole. */
export abstract class WrittenAnswer {
  /** The headers of this answer, in addition to those of every answer. */
  abstract readonly headers: Readonly<Record<string, string>>;
  /** Whether the answer is so large that it is sent in pieces. */
  abstract readonly isLarge: boolean;

  /** The text of the answer. Other requests are served while it is made. */
  abstract text(): Promise<string>;

  /** The text of an answer that is not large, or its bytes. */
  abstract shortBody(): string | Buffer;

  /**
   * The text of the answer in pieces. Each piece is made when it is requested, and other requests are served in
   * between.
   */
  abstract stream(): AsyncGenerator<string, void>;
}
