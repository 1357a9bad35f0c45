import type { z } from 'zod';

/* Errors quote what was sent. They are shortened here, so that a long text is not sent back, and no model has to read it. */

/** The maximum length of a name that an error repeats, in characters. */
const maxName = 200;
/** How many characters from the end of a long message are kept. The end says what is wrong with the name that the message begins with. */
const keptEnd = 100;
/** The maximum number of unknown arguments that an error lists. */
const maxNames = 20;
/** The maximum number of validation errors that an answer lists. */
const maxFaults = 20;
/** The maximum length of the member `data` of an error, in characters of JSON. Longer `data` is left out. */
const maxData = 1_000;

const internalError = -32_603;
const invalidParams = -32_602;

/** An error message in which the library of the protocol has put validation errors of the `params` as JSON. */
const dumpedFaults = /^(?:Invalid [\w/]+ request: )?(\[\s+\{[^]*\])$/;

interface ProtocolFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

type Schema = z.ZodObject['~standard'];
type Faults = Awaited<ReturnType<Schema['validate']>>['issues'] & {};

/** A schema that accepts the same values as `standard`, but reports fewer errors: the first ones, and then the number of all others. */
export function withShortFaults(standard: Schema): { readonly '~standard': Schema } {
  return {
    '~standard': {
      ...standard,
      validate: async (value) => {
        const result = await standard.validate(value);
        return result.issues === undefined ? result : { issues: fewFaults(result.issues) };
      },
    },
  };
}

/** Shortens the error in an answer, and gives it the error code that the protocol requires. An answer without an error is not changed. */
export async function withShortError(answer: Response): Promise<Response> {
  if (answer.headers.get('Content-Type')?.startsWith('application/json') !== true) return answer;
  const text = await answer.text();
  // An answer that begins with a result has no error, so it need not be parsed. If another version of the library writes the
  // members in another order, the answer is parsed for nothing, but is still right.
  if (text.startsWith('{"result":')) return withText(answer, text);
  const message = JSON.parse(text) as { readonly error?: ProtocolFault };
  const { error } = message;
  return withText(answer, error === undefined ? text : JSON.stringify({ ...message, error: shortError(error) }));
}

/** Shortens a long message: only its start and its end are kept, with an ellipsis between them. */
function shortened(text: string): string {
  return text.length <= maxName + keptEnd ? text : `${text.slice(0, maxName)}… ${text.slice(-keptEnd)}`;
}

function withText({ status, headers }: Response, text: string): Response {
  return new Response(text, { status, headers });
}

function shortError({ code, message, data }: ProtocolFault): ProtocolFault {
  const dump = dumpedFaults.exec(message)?.[1];
  const isLong = data === undefined || JSON.stringify(data).length > maxData;
  return {
    code: dump !== undefined && code === internalError ? invalidParams : code,
    message: shortened(dump === undefined ? message : `Invalid params: ${summaryOf(dump)}`),
    ...(!isLong && { data }),
  };
}

/**
 * Turns the validation errors that a message has as JSON into one line: `capabilities: Invalid input: expected object, received
 * number`.
 */
function summaryOf(dump: string): string {
  const faults = JSON.parse(dump) as readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
  return faults
    .slice(0, maxFaults)
    .map(({ path, message }) => [path.slice(1).map(String).join('.'), message].filter(Boolean).join(': '))
    .join('; ');
}

function fewFaults(faults: Faults): Faults {
  const few: Faults[number][] = faults.slice(0, maxFaults).map((fault) => ({ ...fault, message: messageOf(fault) }));
  return faults.length > maxFaults ? [...few, { message: `and ${faults.length - maxFaults} more` }] : few;
}

/** The message of a validation error, shortened. An error about unknown arguments has a member `keys` with their names. */
function messageOf(fault: Faults[number]): string {
  const { keys } = fault as { readonly keys?: readonly string[] };
  return keys === undefined ? shortened(fault.message) : unknownNames(keys);
}

function unknownNames(names: readonly string[]): string {
  const quoted = names
    .slice(0, maxNames)
    .map((name) => JSON.stringify(name.length <= maxName ? name : `${name.slice(0, maxName)}…`));
  const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `Unrecognized ${names.length === 1 ? 'key' : 'keys'}: ${quoted.join(', ')}${rest}`;
}
