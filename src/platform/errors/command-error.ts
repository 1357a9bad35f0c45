/** A command cannot be carried out; the message is one readable line for the operator. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** A command was carried out in part; the message names the rest. */
export class PartialCommandError extends CommandError {
  override readonly exitCode = 2;
}

/** The message of anything thrown, in one line. */
export function singleLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner) => singleLine(inner)).join('; ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
