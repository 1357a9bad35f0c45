/** An operator's command that cannot be carried out; the message is one readable line and goes to the terminal. */
export class Refusal extends Error {
  readonly exitCode: number = 1;
}

/** A command that was carried out in part; the message says what was not. */
export class PartialRefusal extends Refusal {
  override readonly exitCode = 2;
}

/** What went wrong in one line for an operator, whatever was thrown. */
export function oneLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner) => oneLine(inner)).join('; ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
