import type { z } from 'zod';

/* Errors quote what was sent. They are shortened here, so that a long text is not sent back, and no model has to read it. */

/** The maximum number of characters of a name that is quoted. */
const maxName = 200;
/**
 * The number of characters at the end of a long message that are kept. They say what is wrong with the name that stands
 * before them.
 */
const keptEnd = 100;
/** The maximum number of unknown arguments that an error names. */
const maxNames = 20;
/** The maximum number of validation errors in an answer. */
const maxFaults = 20;
/** The maximum number of characters of the `data` of an error, as JSON. */
const maxData = 1_000;

const internalError = -32_603;
const invalidParams = -32_602;

/** A message into which the library of the protocol has written validation errors of the params as JSON. */
const dumpedFaults = /^(?:Invalid [\w/]+ request: )?(\[\s+\{[^]*\])$/;

interface ProtocolFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

type Schema = z.ZodObject['~standard'];
type Faults = Awaited<ReturnType<Schema['validate']>>['issues'] & {};

/**
 * A schema that validates like `schema`, but whose errors are short: it reports the first errors and the number of all
 * further errors.
 */
export function withShortFaults(schema: z.ZodObject): { readonly '~standard': Schema } {
  const standard = schema['~standard'];
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

/**
 * Shortens the error in the answer to a message, and gives it the code that the protocol requires. Answers without an error do
 * not change.
 */
export async function withShortError(answer: Response): Promise<Response> {
  if (answer.headers.get('Content-Type')?.startsWith('application/json') !== true) return answer;
  const text = await answer.text();
  // This shortcut skips the parsing of answers with a result, which have no error. If another version of the library orders the
  // members differently, only the shortcut is lost.
  if (text.startsWith('{"result":')) return withText(answer, text);
  const message = JSON.parse(text) as { readonly error?: ProtocolFault };
  const { error } = message;
  return withText(answer, error === undefined ? text : JSON.stringify({ ...message, error: shortError(error) }));
}

/** A message without its middle if it is long: its start, an ellipsis and its end. */
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
 * Writes the validation errors that a message contains as JSON on one line: `capabilities: Invalid input: expected object,
 * received number`.
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

/** The short message of a validation error. For unknown arguments, zod adds the member `keys` with their names. */
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
