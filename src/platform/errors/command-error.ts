import { type Refusal, refusalText } from './refusal.js';

/** The error for a command that could not be carried out. The message is one line for the operator. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** The error for a command that was carried out only in part. The message says what is missing. */
export class PartialCommandError extends CommandError {
  override readonly exitCode = 2;
}

/** The error for a refusal that programs know by its code. Its message is the text of the refusal. */
export class CodedCommandError extends CommandError {
  constructor(readonly refusal: Refusal) {
    super(refusalText(refusal));
  }
}

/** The refusal of an error or of its cause, if programs know it by a code; null for any other error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof CodedCommandError) return error.refusal;
  return error instanceof CommandError && error.cause !== undefined ? refusalOf(error.cause) : null;
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
