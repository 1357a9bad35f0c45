/** An id with which the service does a thing only once, even if a request is sent again. Pages on plain HTTP have no `randomUUID`. */
export function randomId(): string {
  return `console-${Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')}`;
}
