import { signal } from '@preact/signals';
import { DataAccessClient, type MeResponse, RateLimited, type Retry, Unauthorised } from 'data-access-client';
import { serviceUrl } from './router.js';

/** A key that was accepted, with its tenant. */
export interface Session {
  readonly client: DataAccessClient;
  readonly me: MeResponse;
}

/** Why requests wait. */
export interface Wait {
  readonly reason: 'rate limit' | 'connection' | 'service';
  /** Milliseconds since 1970. */
  readonly until: number;
}

const storageName = 'data-access-console-key';

/** Null until a key is accepted. */
export const session = signal<Session | null>(null);

/** Why the sign-in form is shown again. */
export const signOutReason = signal<string | null>(null);

/** Set while a request waits for its next attempt. */
export const wait = signal<Wait | null>(null);

/**
 * Checks the key and keeps it: in memory, and until the tab is closed if wanted.
 * @throws Unauthorised and the other errors of the client
 */
export async function signIn(apiKey: string, keep: 'memory' | 'tab'): Promise<void> {
  const client = new DataAccessClient({ baseUrl: serviceUrl, apiKey, maxWait: 30_000, onRetry: showWait });
  const me = await client.me();
  if (keep === 'tab') sessionStorage.setItem(storageName, apiKey);
  session.value = { client, me };
  signOutReason.value = null;
}

/** Signs in with the key of the tab; false without one. */
export async function resume(): Promise<boolean> {
  const apiKey = sessionStorage.getItem(storageName);
  if (apiKey === null) return false;
  try {
    await signIn(apiKey, 'memory');
    return true;
  } catch (error) {
    if (!(error instanceof Unauthorised)) throw error;
    signOut('The key was revoked or has expired.');
    return false;
  }
}

export function signOut(reason: string | null): void {
  sessionStorage.removeItem(storageName);
  signOutReason.value = reason;
  session.value = null;
  wait.value = null;
}

/** The client of the session; screens are shown only with one. */
export function client(): DataAccessClient {
  if (session.value === null) throw new Error('There is no session');
  return session.value.client;
}

let waitEnd: ReturnType<typeof setTimeout> | undefined;

function showWait({ error, delay }: Retry): void {
  const reason = error instanceof RateLimited ? 'rate limit' : 'status' in error ? 'service' : 'connection';
  wait.value = { reason, until: Date.now() + delay };
  clearTimeout(waitEnd);
  // A little longer than the wait, so that the notice does not flicker between attempts.
  waitEnd = setTimeout(() => (wait.value = null), delay + 1_000);
}
