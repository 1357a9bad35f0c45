/** What went wrong in one line for an operator, whatever was thrown. */
export function oneLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((inner) => oneLine(inner)).join('; ');
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
