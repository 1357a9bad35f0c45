/**
 * One entry of the `detail` array of a 422 answer, with the members that a client of FastAPI and pydantic v2 knows.
 * Build it with the keys in this order: it is the order on the wire.
 */
export interface ValidationErrorItem {
  /** Stable machine-readable name, such as `missing` or `string_type`. */
  type: string;
  /** Where the offending value stands: `body`, `query` or `path`, then member names and zero-based list indexes. */
  loc: (string | number)[];
  /** A sentence for people. */
  msg: string;
  /** The offending value as it was received; for `missing`, the object that lacks the member. */
  input: unknown;
  /** The parameters that the sentence was made from; only for the types that have some. */
  ctx?: Record<string, unknown>;
}

/** A request whose body or path does not fit its DTO; answered with 422 and all the items at once. */
export class ValidationException extends Error {
  constructor(readonly items: readonly ValidationErrorItem[]) {
    super('The request does not fit its DTO');
  }
}
