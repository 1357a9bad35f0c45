import { effect, signal, untracked } from '@preact/signals';
import { DataAccessClient, type MeResponse, RateLimited, type Retry, Unauthorised } from 'data-access-client';
import { type Keeping, KeptKey } from './kept-key.js';
import { serviceUrl } from './router.js';

/** A client with the key that the service has accepted, and what the service says about the tenant of this key. */
export interface Session {
  readonly client: DataAccessClient;
  readonly me: MeResponse;
}

/** Says that a request has failed, why, and when it will be sent again. */
export interface Wait {
  readonly reason: 'rate limit' | 'connection' | 'service';
  /** When the request will be sent again, in milliseconds since 1970. */
  readonly until: number;
}

const keptKey = new KeptKey('data-access-console-key', () => {
  if (session.value !== null) signOut(null);
});

/** The current session. Null until the service has accepted a key, and after the user has signed out. */
export const session = signal<Session | null>(null);

/** Why the console has signed the user out, as the sign-in form shows it. Null if the user has signed out. */
export const signOutReason = signal<string | null>(null);

/**
 * Calls a function when the user signs in as another tenant, with the id of this tenant, and when the user signs out, with undefined. It
 * is not called when a key has expired, because the user may sign in with another key of the same tenant.
 */
export function onTenant(act: (tenant: string | undefined) => void): void {
  let tenant: string | undefined;
  effect(() => {
    const now = session.value?.me.tenant_id;
    if (now === tenant || (now === undefined && signOutReason.value !== null)) return;
    tenant = now;
    untracked(() => act(now));
  });
}

/** The wait until a failed request is sent again; null if no request is waiting. */
export const wait = signal<Wait | null>(null);

/**
 * Signs in with a key, if the service accepts it.
 * @throws Unauthorised if the service refuses the key, TypeError if the key has characters that no key has, and the other errors of
 * the client
 */
export async function signIn(apiKey: string, keep: Keeping): Promise<void> {
  const client = new DataAccessClient({
    ...{ baseUrl: serviceUrl, apiKey, maxWait: 30_000, onRetry: showWait },
    fetch: endWait,
  });
  const me = await client.me();
  keptKey.keep(apiKey, keep);
  session.value = { client, me };
  signOutReason.value = null;
}

/**
 * Signs in with the key that this browser has stored, for this tab or for all tabs. Returns false if no key is stored, or if the
 * key is no longer valid.
 */
export async function resume(): Promise<boolean> {
  const apiKey = keptKey.read();
  if (apiKey === null) return false;
  try {
    await signIn(apiKey, 'memory');
    return true;
  } catch (error) {
    if (!(error instanceof Unauthorised)) throw error;
    signOut('The key was revoked or has expired. Sign in with another key.');
    return false;
  }
}

export function signOut(reason: string | null): void {
  if (reason === null) keptKey.remove();
  else keptKey.expire();
  signOutReason.value = reason;
  session.value = null;
  wait.value = null;
}

/**
 * The client of the session.
 * @throws Error if no user is signed in. No screen sees this error, because screens are shown only after the sign-in.
 */
export function client(): DataAccessClient {
  if (session.value === null) throw new Error('There is no session');
  return session.value.client;
}

let waitEnd: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends a request. If an answer arrives, the service can be reached again, and the notice about a lost connection is removed. If
 * the request fails, a notice about a lost connection or a failing service is removed after 0.3 s. If the client repeats the request
 * within this time, {@link showWait} shows the notice again.
 */
async function endWait(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  let isFailed = true;
  try {
    const answer = await fetch(url, init);
    isFailed = answer.status >= 500;
    if (wait.value?.reason === 'connection') wait.value = null;
    return answer;
  } finally {
    const isAborted = init?.signal?.aborted === true;
    if (isFailed && !isAborted && wait.value?.reason !== 'rate limit') removeWaitIn(300);
  }
}

function removeWaitIn(milliseconds: number): void {
  clearTimeout(waitEnd);
  waitEnd = setTimeout(() => (wait.value = null), milliseconds);
}

/** Shows above all screens that the console waits before it sends a request again. */
export function showWait({ error, delay }: Pick<Retry, 'error' | 'delay'>): void {
  const reason = error instanceof RateLimited ? 'rate limit' : 'status' in error ? 'service' : 'connection';
  wait.value = { reason, until: Date.now() + delay };
  // The notice stays a second longer than the wait, so that it does not flicker between two attempts.
  removeWaitIn(delay + 1_000);
}
