/** What pino writes as one line of JSON, as a line for people: when, what, and what is known with it. */
export function lineForPeople(json: string): string {
  const { level, time, msg, stack, error, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const { text, known } = msg === 'request' ? ofRequest(rest) : { text: String(msg), known: rest };
  const parts = [
    new Date(String(time)).toTimeString().slice(0, 8),
    ...(level === 'info' ? [] : [String(level).toUpperCase()]),
    visible(text),
    ...Object.entries(known).map(([name, value]) => `${name}=${shown(value)}`),
  ];
  const below = [stack, stackOf(error)].filter((each) => typeof each === 'string').flatMap((each) => each.split('\n'));
  return [parts.join(' '), ...below.map(visible), ''].join('\n');
}

function ofRequest(rest: Readonly<Record<string, unknown>>) {
  const { method, route, status, duration_ms: duration, ...known } = rest;
  return { text: `${String(method)} ${String(route)} ${String(status)} ${String(duration)} ms`, known };
}

function shown(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"\p{Cc}]+$/u.test(value)) return value;
  return visible(JSON.stringify(value));
}

/** Of an error as pino writes it. */
function stackOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'stack' in error ? error.stack : error;
}

/** Control characters, which a terminal would obey, as JSON writes them. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
