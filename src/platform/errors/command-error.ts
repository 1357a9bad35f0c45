/** Thrown when a command could not be carried out. The message is one line for the operator. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** Thrown when a command was carried out in part. The message says what is missing. */
export class PartialCommandError extends CommandError {
  override readonly exitCode = 2;
}

/** The message, in one line, of whatever was thrown. An error that combines several gives all messages, separated by `; `. */
export function singleLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner) => singleLine(inner)).join('; ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
