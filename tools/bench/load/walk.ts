/** Requests that never repeat an unknown identifier, and a known one only after all others. All members are parts of JSON. */
export interface Walk {
  /** The known identifiers, in the order in which they are asked for. */
  readonly known: readonly string[];
  /** The text around the number of an unknown identifier. */
  readonly unknown: readonly [before: string, after: string];
  /** The text around the identifiers of a request. */
  readonly request: readonly [before: string, after: string];
  /** Identifiers in a request. */
  readonly size: number;
}

/** Every tenth identifier is unknown. */
const unknownEvery = 10;

export const isUnknown = (index: number): boolean => index % unknownEvery === unknownEvery - 1;

/** @param number the number of the request; the first is 0 */
export function bodyOf({ known, unknown, request, size }: Walk, number: number): string {
  const identifiers = Array.from({ length: size }, (_, place) => {
    const index = number * size + place;
    return isUnknown(index) ? unknown.join(String(index)) : known[index % known.length];
  });
  return request.join(identifiers.join(','));
}
