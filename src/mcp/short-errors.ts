import type { z } from 'zod';

/* Errors quote what was sent. A client that sends much must not get it all back, nor a model have to read it. */

/** Longest name that is quoted, in characters. */
const maxName = 200;
/** Of a long message the end is kept as well: it says what is wrong with the name before. */
const keptEnd = 100;
const maxNames = 20;
const maxFaults = 20;
/** Longest `data` of an error, in characters as JSON. */
const maxData = 1_000;

const internalError = -32_603;
const invalidParams = -32_602;

/** The library dumps what its schemas find in the params of a message. */
const dumpedFaults = /^(?:Invalid [\w/]+ request: )?(\[\s+\{[^]*\])$/;

interface ProtocolFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

type Schema = z.ZodObject['~standard'];
type Faults = Awaited<ReturnType<Schema['validate']>>['issues'] & {};

/** A schema whose faults name what is wrong with some of the arguments, and count the rest. */
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

/** The answer to a message, with an error that is short and has the code of the protocol. */
export async function withShortError(answer: Response): Promise<Response> {
  if (answer.headers.get('Content-Type')?.startsWith('application/json') !== true) return answer;
  const text = await answer.text();
  // The usual one. The member may stand elsewhere in another version of the library, which costs time only.
  if (text.startsWith('{"result":')) return withText(answer, text);
  const message = JSON.parse(text) as { readonly error?: ProtocolFault };
  const { error } = message;
  return withText(answer, error === undefined ? text : JSON.stringify({ ...message, error: shortError(error) }));
}

/** A message of which the middle is left out where it is long. */
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

/** The faults of a dump as one line: `capabilities: Invalid input: expected object, received number`. */
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

/** The faults of zod have more members than the standard that they fulfil. */
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
