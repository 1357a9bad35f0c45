/** An answer that can write its JSON text in pieces, because the whole text may be too large for the memory. */
export abstract class WrittenAnswer {
  /** The headers that this answer has in addition to those of every answer. */
  abstract readonly headers: Readonly<Record<string, string>>;
  /** Whether the answer is so large that it is sent in pieces. */
  abstract readonly isLarge: boolean;

  /** The whole text of the answer. While it is being made, other requests are served in between. */
  abstract text(): Promise<string>;

  /** The whole text of the answer, or its bytes. It must only be called if the answer is not large. */
  abstract shortBody(): string | Buffer;

  /** The text of the answer in pieces. Each piece is made only when it is requested. Other requests are served in between. */
  abstract stream(): AsyncGenerator<string, void>;
}
