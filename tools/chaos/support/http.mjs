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
  const length = Buffer.byteLength(text);
  const all = { 'Content-Type': 'application/json', 'Content-Length': length, ...headers };
  return exchange(url, { method: 'POST', agent, headers: all }, text, patienceMs);
}

/** Asks for something; otherwise as `postJson`. */
export function get(url, agent, headers, patienceMs) {
  return exchange(url, { method: 'GET', agent, headers }, undefined, patienceMs);
}

function exchange(url, options, text, patienceMs) {
  return new Promise((resolve, reject) => {
    const sent = request(url, options);
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
