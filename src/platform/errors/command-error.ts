/** The error for a command that could not be carried out. The message is one line for the operator. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** The error for a command that was carried out only in part. The message says what is missing. */
export class PartialCommandError extends CommandError {
  override readonly exitCode = 2;
}

/**
 * Returns the message of anything that was thrown, in one line. If an error combines several errors, their messages are separated
 * by `; `.
 */
export function singleLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner) => singleLine(inner)).join('; ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}

/** Says which members of an object are unknown, and which members it may have: `has "teem", which is unknown; allowed are team`. */
export function unknownMembers(unknown: readonly string[], allowed: Readonly<Record<string, unknown>>): string {
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  return `has ${names}, which ${unknown.length === 1 ? 'is' : 'are'} unknown; allowed are ${Object.keys(allowed).join(', ')}`;
}
