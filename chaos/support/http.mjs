import { Agent, request } from 'node:http';

/** A client that never sends anything twice by itself, which others do when a connection breaks. */
export function openClient() {
  return new Agent({ keepAlive: true });
}

/**
 * Sends JSON.
 * @param agent of `openClient()`, one for each process
 * @param {string} text the body
 * @param {number | null} patienceMs after this long the connection is cut; null for never
 * @returns {Promise<{ status: number, headers: object, text: string }>} an answer that has arrived to its last byte
 * @throws when there is none
 */
export function postJson(url, agent, text, headers, patienceMs) {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers },
    });
    const timer = patienceMs === null ? undefined : setTimeout(() => sent.destroy(new Error('given up')), patienceMs);
    const end = (settle, outcome) => {
      clearTimeout(timer);
      settle(outcome);
    };
    sent.on('error', (error) => end(reject, error));
    sent.on('response', (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk) => (received += chunk));
      response.on('error', (error) => end(reject, error));
      response.on('end', () =>
        end(resolve, { status: response.statusCode, headers: response.headers, text: received }),
      );
    });
    sent.end(text);
  });
}
