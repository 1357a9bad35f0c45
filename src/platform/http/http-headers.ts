import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../config/config.js';

/**
 * The paths whose answers must always be the present ones: data, the state of the process, and the documentation, whose build may change
 * with the next start. Like the router, these patterns ignore whether letters are upper or lower case.
 */
const neverStored = /^\/(v1|mcp|health|ready|docs|openapi\.json|openapi\.yaml|postman\.json)(\/|$)/i;
const neverStoredWithOperators =
  /^\/(v1|mcp|health|ready|docs|openapi\.json|openapi\.yaml|postman\.json|operator\/v1)(\/|$)/i;

/**
 * Forbids proxies and browsers to store answers. Those with data contain names, contact data and new keys. Also, clients ask for
 * the state of a run again and again, and must get the present state. A cache that stores without being told, as some do, would go on
 * answering that a stopped process is healthy. This applies to answers of every status.
 */
export function forbidStoring({ operatorApi }: Pick<Config, 'operatorApi'>): RequestHandler {
  const data = operatorApi === 'on' ? neverStoredWithOperators : neverStored;
  return (request, response, next) => {
    if (data.test(request.path)) response.setHeader('Cache-Control', 'no-store');
    next();
  };
}

/**
 * The request ids that are accepted from clients. They consist of printable characters, are short, and can do no harm in a log
 * line.
 */
export const acceptableRequestId = /^[\w.:-]{1,128}$/;

/**
 * Gives every request an id, and sends it back as `X-Request-Id`. If the client has sent an acceptable id, it is used; otherwise
 * a new one is made.
 */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const sent = request.headers['x-request-id'];
  request.requestId = typeof sent === 'string' && acceptableRequestId.test(sent) ? sent : randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  next();
}

/** The minimum size of an answer that is compressed, in bytes. A smaller answer fits into one network packet anyway. */
const threshold = 1_024;

/**
 * Compresses answers with Brotli or gzip, if the client accepts one of them. The compression runs in libuv's threads, piece by
 * piece, and never gets ahead of what the client has read. The compression levels are low, because the client waits for the
 * compression; docs/performance.md has the measurements. Brotli's window is small, because each answer that is being sent needs
 * memory for a window of its own. Compression is safe here: answers contain no secret that an attacker could infer from their
 * length.
 */
export function compressAnswers(): RequestHandler {
  const compress = compression({
    threshold,
    level: 4,
    // Each piece of a stream is sent when it is written.
    flush: constants.Z_SYNC_FLUSH,
    brotli: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
    },
  });
  return (request, response, next) => {
    if (request.headers['accept-encoding'] !== undefined) {
      compress(request, response, next);
      return;
    }
    // Most clients accept no compression. This comparison finds that out with less work than the library.
    response.setHeader('Vary', 'Accept-Encoding');
    next();
  };
}

/** The maximum length of this header, in characters. Some proxies refuse headers of a few kilobytes. */
const maxCharacters = 1_000;

const unknownFields = 'X-Unknown-Fields';
const unmatchedReasons = 'X-Unmatched-Reasons';

/** For the OpenAPI document. */
export const unknownFieldsHeaders = {
  [unknownFields]: {
    required: false,
    description:
      'Requested fields that neither the catalogue nor the query fields of the tenant have, percent-encoded; the empty name is ' +
      `\`""\`. Names that would make it longer than ${maxCharacters} characters are left out, and their number stands last, as in ` +
      '`+3`. Absent without such fields',
    schema: { type: 'string', maxLength: maxCharacters },
    example: 'employe_count, caf%C3%A9s',
  },
};

/** For the OpenAPI document. */
export const unmatchedReasonsHeaders = {
  [unmatchedReasons]: {
    required: false,
    description:
      'For each `unmatched_reason`, the number of results without a match. It is sent even if `explain` is not set, and absent if every identifier has a match',
    schema: { type: 'string' },
    example: 'no_candidate=3, several_candidates=1',
  },
};

/**
 * The header that lists the requested names that are not fields.
 * @param names the names; if there are none, the header is left out
 */
export function unknownFieldsHeader(names: readonly string[]): Readonly<Record<string, string>> {
  const value = unknownFieldsValue(names);
  return value === null ? {} : { [unknownFields]: value };
}

/**
 * The header `X-Unmatched-Reasons` with its value.
 * @param value the value of the header; if it is null, the header is left out
 */
export function unmatchedReasonsHeader(value: string | null): Readonly<Record<string, string>> {
  return value === null ? {} : { [unmatchedReasons]: value };
}

/**
 * Returns the value of the header for these names: `['a', 'é']` → `a, %C3%A9`. Names that would make it too long are left out, and
 * their number stands last, as in `a, +1`. The result is null if there are no names. Clients may send names of any length and with
 * any characters, but a header must be short, and must contain only ASCII characters and no line breaks.
 * @param names the names, each of them once
 */
export function unknownFieldsValue(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const spared = `, +${names.length}`.length;
  const listed: string[] = [];
  let length = 0;
  for (const name of names) {
    const written = name.length > maxCharacters ? null : encode(name);
    if (written === null || length + written.length > maxCharacters - spared) continue;
    listed.push(written);
    length += written.length + ', '.length;
  }
  const omitted = names.length - listed.length;
  return [...listed, ...(omitted === 0 ? [] : [`+${omitted}`])].join(', ');
}

/** Encodes a name for the header. Commas, quotes and plus signs are encoded, too, because they have a meaning in this header. */
function encode(name: string): string {
  return name === '' ? '""' : encodeURIComponent(name.toWellFormed());
}
