/**
 * A random idempotency key: the service does the work of a request only once, even if the request is sent again with this key.
 * `crypto.randomUUID` is not used, because pages on plain HTTP do not have it.
 */
export function randomId(): string {
  return `console-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')}`;
}
