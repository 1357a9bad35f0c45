import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Answer, type Call } from './http.js';

/** A `call` that does as a 429 tells it: the contract's tests ask faster than a service with ordinary limits lets them. */
export async function patientCall(url: string, options: Call = {}): Promise<Answer> {
  const answer = await call(url, options);
  if (answer.status !== 429) return answer;
  await sleep(Number(answer.headers.get('Retry-After')) * 1_000);
  return patientCall(url, options);
}
