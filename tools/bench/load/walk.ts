/**
 * A sequence of requests for different identifiers. An identifier without a stored record is requested only once. One with a stored record
 * is requested again only after all others with a stored record. The members are pieces of JSON, from which each request is composed.
 */
export interface Walk {
  /** The identifiers of stored records, in the order in which they are requested. */
  readonly known: readonly string[];
  /**
   * The texts before and after the number in an identifier without a stored record: `{"website":"unknown-` and `.com"}`.
   */
  readonly unknown: readonly [before: string, after: string];
  /** The texts before and after the identifiers in the body of a request. */
  readonly request: readonly [before: string, after: string];
  /** The number of identifiers in a request. */
  readonly size: number;
}

/** One of this many identifiers has no stored record. */
const unknownEvery = 10;

export const isUnknown = (index: number): boolean => index % unknownEvery === unknownEvery - 1;

/** The body of a request of the walk. @param number the number of the request; the first is 0 */
export function bodyOf({ known, unknown, request, size }: Walk, number: number): string {
  const identifiers = Array.from({ length: size }, (_, place) => {
    const index = number * size + place;
    return isUnknown(index) ? unknown.join(String(index)) : known[index % known.length];
  });
  return request.join(identifiers.join(','));
}
