/** The bytes of several parts, one after the other. A single part is returned itself, not a copy. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/**
 * Reads the first bytes of a stream, until `isEnough` returns true for them or the stream ends. Returns these bytes as `head`, and as
 * `whole` the stream from its first byte, so that nothing is lost.
 */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  isEnough: (head: Uint8Array) => boolean,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const unread = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  while (!isEnough(head)) {
    const next = await unread.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : joinedBytes([head, next.value]);
  }
  return { head, whole: resumed(head, unread) };
}

async function* resumed(head: Uint8Array, unread: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    yield* { [Symbol.asyncIterator]: () => unread };
  } finally {
    await unread.return?.();
  }
}
