/** An answer of a model server, in whatever form the server sends it. */
export interface Completion {
  /** The texts that the model wrote as its answer. None is blank. */
  readonly answers: readonly string[];
  /** The texts that the model wrote as its thoughts. Some servers put the whole answer there. */
  readonly thoughts: readonly string[];
  /** Whether the answer has a place for a text of the model, even if it is empty. */
  readonly hasPlaceForText: boolean;
  /** The reason why the model stopped early: a limit of length, or a filter of the provider. */
  readonly stopped: 'length' | 'filter' | null;
  /** Whether the model declined to answer. */
  readonly isDeclined: boolean;
  /** The error that the server sent instead of an answer, although its status is 200. */
  readonly error: ReportedError | null;
}

interface ReportedError {
  /** The HTTP status that the error stands for. */
  readonly status: number;
  /** What the server says about the error. It may repeat the prompt, so it must not be logged. */
  readonly text: string;
}

const maxDepth = 20;

/** Matches the name of a member whose value may be a text of the model, such as `content`. */
const textMember = /(content|text|arguments|response|output|answer|value|parsed)$/i;
const thoughtMember = /reason|think|thought|analysis/i;
const endingMember = /(finish|stop|done)_?reason$/i;
/** Members that repeat the request, or the text once more in pieces. */
const echoMember = /^(prompt|messages|input|instructions|logprobs|usage|prompt_logprobs|references?|annotations)$/i;

/**
 * Reads the body of an answer. It may be one JSON value, or several from a server that streams without being asked to.
 * @returns null if the body contains no JSON
 */
export function readCompletion(body: string): Completion | null {
  const values = valuesIn(body.replace(/^\uFEFF/, '').trim());
  if (values === null) return null;
  const collector = new Collector();
  for (const value of values) collector.take(value, [], 0);
  return collector.completion();
}

function valuesIn(body: string): unknown[] | null {
  const whole = parsed(body);
  if (whole !== undefined) return [whole];
  const lines = body.split('\n').map((line) => parsed(line.replace(/^data:/, '')));
  const values = lines.filter((value) => typeof value === 'object' && value !== null);
  return values.length === 0 ? null : values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Collects the texts of a model from all members of an answer. Texts with the same path are joined, so the parts of a `content` and the
 * pieces of a stream become one text.
 */
class Collector {
  private readonly answers = new Map<string, string[]>();
  private readonly thoughts = new Map<string, string[]>();
  private readonly endings: string[] = [];
  private isDeclined = false;
  private hasPlaceForText = false;
  private error: ReportedError | null = null;

  completion(): Completion {
    return {
      answers: textsOf(this.answers),
      thoughts: textsOf(this.thoughts),
      hasPlaceForText: this.hasPlaceForText,
      stopped: stoppedBy(this.endings.join(' ')),
      isDeclined: this.isDeclined,
      error: this.error,
    };
  }

  take(value: unknown, path: readonly string[], depth: number): void {
    if (depth > maxDepth) return;
    if (typeof value === 'string') this.takeText(value, path);
    else if (Array.isArray(value)) for (const item of value) this.take(item, path, depth + 1);
    else if (typeof value === 'object' && value !== null) this.takeObject(value, path, depth);
  }

  private takeObject(value: object, path: readonly string[], depth: number): void {
    const members = Object.entries(value) as [string, unknown][];
    this.error ??= errorIn(Object.fromEntries(members), path);
    // Parts of a content say by their type whether they are thoughts: `{"type": "thinking", …}`.
    const type =
      'type' in value && typeof value.type === 'string' && thoughtMember.test(value.type) ? [value.type] : [];
    const last = path.at(-1) ?? '';
    // A server that has parsed the model's JSON sends the object itself.
    if (textMember.test(last) && !members.some(([name]) => textMember.test(name) || name === 'type'))
      this.add(JSON.stringify(value), path);
    for (const [name, member] of members) {
      if (echoMember.test(name) || name === 'error') continue;
      this.hasPlaceForText ||= name === 'choices' || textMember.test(name);
      if (name === 'refusal') this.isDeclined ||= typeof member === 'string' && member.trim() !== '';
      else if (endingMember.test(name)) this.endings.push(String(member));
      else this.take(member, [...path, ...type, name], depth + 1);
    }
  }

  private takeText(text: string, path: readonly string[]): void {
    const last = path.at(-1) ?? '';
    if (path.length === 0 || textMember.test(last) || thoughtMember.test(last)) this.add(text, path);
  }

  private add(text: string, path: readonly string[]): void {
    const texts = path.some((name) => thoughtMember.test(name)) ? this.thoughts : this.answers;
    const key = path.join('.');
    const pieces = texts.get(key);
    if (pieces === undefined) texts.set(key, [text]);
    else pieces.push(text);
  }
}

function textsOf(pieces: ReadonlyMap<string, readonly string[]>): string[] {
  return [...pieces.values()].map((texts) => texts.join('')).filter((text) => text.trim() !== '');
}

function stoppedBy(endings: string): Completion['stopped'] {
  if (/length|max_?tokens/i.test(endings)) return 'length';
  return /filter|safety|blocklist|prohibited/i.test(endings) ? 'filter' : null;
}

type Members = Readonly<Record<string, unknown>>;

/** The error that an object reports: in its member `error`, or, at the outermost level, as itself. */
function errorIn(members: Members, path: readonly string[]): ReportedError | null {
  const { error } = members;
  if (typeof error === 'string' && error.trim() !== '') return reported({ ...members, message: error });
  if (typeof error === 'object' && error !== null) return reported({ ...members, ...error });
  const isError = members.object === 'error' || members.type === 'error' || 'detail' in members;
  return path.length === 0 && isError ? reported(members) : null;
}

/** Words for what has happened, and the status that says the same. The first that fits counts. */
const statusWords: readonly (readonly [RegExp, number])[] = [
  [/rate.?limit|too.?many|throttl|exhausted|quota/i, 429],
  [/overload|unavailable|capacity|\bloading|busy/i, 503],
  [/time.?out|timed.?out|deadline/i, 504],
  [/auth|api.?key|permission|forbidden|credential/i, 401],
  [/not.?found|no such|does not exist|unknown.?model/i, 404],
  [/invalid|bad.?request|unsupported|not.?supported|unprocessable|context.?(length|window)|response_format/i, 400],
];

function reported(members: Members): ReportedError {
  const { code, status, status_code: statusCode, type, message, detail } = members;
  const said = [code, status, statusCode, type, message, detail];
  const text = said.map((value) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))).join(' ');
  const numbered = said
    .map((value) => (typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value))
    .find((value): value is number => typeof value === 'number' && value >= 400 && value < 600);
  return { status: numbered ?? wordedStatus(said), text };
}

/** The codes come before the message, because a message may contain any words. */
function wordedStatus(said: readonly unknown[]): number {
  for (const value of said)
    for (const [words, status] of statusWords) if (typeof value === 'string' && words.test(value)) return status;
  return 500;
}
