/** The embedded database cannot be used. The message is one line that a person can act on; show it without a stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/**
 * True when `error` carries one of the given codes, such as `ENOENT`. It asks for no class, because Jest gives every test
 * file an `Error` of its own.
 */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** Folds any failure into the text of one line. */
export function oneLine(failure: unknown): string {
  const isError = typeof failure === 'object' && failure !== null && 'message' in failure;
  return String(isError ? failure.message : failure)
    .trim()
    .replace(/\s*\n\s*/g, ' | ');
}
