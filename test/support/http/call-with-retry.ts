import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Answer, type Call } from './http.js';

/** Sends a request with `call`, and again after 429, because tests can exceed the default rate limits of a service. */
export async function callWithRetry(url: string, options: Call = {}): Promise<Answer> {
  const answer = await call(url, options);
  if (answer.status !== 429) return answer;
  await sleep(Number(answer.headers.get('Retry-After')) * 1_000);
  return callWithRetry(url, options);
}
