import { ModelFailure } from './model-failure.js';

/**
 * `fetch` for a server that may answer with anything. It follows no redirect, because a prompt holds personal data and is meant
 * for the server that was configured alone; and it reads no more of an answer than fits.
 * @param mostBytes of a body, as decoded; beyond it reading fails with a {@link ModelFailure}
 */
export function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(body.pipeThrough(atMost(mostBytes)), { status, statusText, headers });
  };
}

function atMost(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new ModelFailure('unusable', 'the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
}
