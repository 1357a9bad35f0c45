import { EnrichmentAnswer } from './enrichment-answer.js';

/** Proxies refuse answers whose headers are some kilobytes long. */
const mostCharacters = 1_000;

export const unknownFieldsHeader = 'X-Unknown-Fields';

/** The value of the header of an answer; null where it has none. */
export function unknownFieldsOf(answer: unknown): string | null {
  return answer instanceof EnrichmentAnswer ? unknownFieldsValue(answer.unknownFields) : null;
}

/** For the OpenAPI document. */
export const unknownFieldsHeaders = {
  [unknownFieldsHeader]: {
    required: false,
    description:
      'Requested fields that neither the catalogue nor the query fields of the tenant have, percent-encoded; the empty name is ' +
      `\`""\`. Names that would make it longer than ${mostCharacters} characters are left out, and how many is told last, as in ` +
      '`+3`. Absent without such fields',
    schema: { type: 'string', maxLength: mostCharacters },
    example: 'employe_count, caf%C3%A9s',
  },
};

/**
 * The value of the header for these names, each once; null without any. Names are clients' text of any length: what stands in a
 * header must be ASCII, and without line breaks.
 */
export function unknownFieldsValue(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const spared = `, +${names.length}`.length;
  const listed: string[] = [];
  let length = 0;
  for (const name of names) {
    const written = name.length > mostCharacters ? null : encode(name);
    if (written === null || length + written.length > mostCharacters - spared) continue;
    listed.push(written);
    length += written.length + ', '.length;
  }
  const omitted = names.length - listed.length;
  return [...listed, ...(omitted === 0 ? [] : [`+${omitted}`])].join(', ');
}

/** Without commas, quotes and plus signs, which separate names, stand for none, and announce a number. */
function encode(name: string): string {
  return name === '' ? '""' : encodeURIComponent(name.toWellFormed());
}
