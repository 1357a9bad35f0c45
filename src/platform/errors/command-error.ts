/** A command cannot be carried out; the message is one readable line for the operator. */
export class Refusal extends Error {
  readonly exitCode: number = 1;
}

/** A command was carried out in part; the message names the rest. */
export class PartialRefusal extends Refusal {
  override readonly exitCode = 2;
}

/** The message of anything thrown, in one line. */
export function oneLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner) => oneLine(inner)).join('; ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
