import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Shorter answers fit into a packet as they are; in bytes. */
const threshold = 1_024;

/**
 * Sends text in Brotli or gzip where the client accepts one of them. The work is done in libuv's threads, piece by piece, and a
 * client that does not read holds it up as it holds up the writer of an uncompressed answer.
 *
 * An answer is compressed while somebody waits for it, so levels are low; docs/performance.md has what they cost. Brotli's window
 * is bounded because every answer under way has one. What is compressed holds no secret that a length could tell.
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
    // Most integrations accept no encoding: they are spared what it costs to find that out at the end.
    response.setHeader('Vary', 'Accept-Encoding');
    next();
  };
}
