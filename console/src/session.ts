import { signal } from '@preact/signals';
import { DataAccessClient, type MeResponse, RateLimited, type Retry, Unauthorised } from 'data-access-client';
import { serviceUrl } from './router.js';

/** The client with the key that was accepted, and what the service says about the key's tenant. */
export interface Session {
  readonly client: DataAccessClient;
  readonly me: MeResponse;
}

/** A request waits before it is sent again. */
export interface Wait {
  readonly reason: 'rate limit' | 'connection' | 'service';
  /** When the request is sent again, in milliseconds since 1970. */
  readonly until: number;
}

const storageName = 'data-access-console-key';

/** The current session; null until a key is accepted, and after the sign-out. */
export const session = signal<Session | null>(null);

/** Why the user was signed out, as the sign-in form shows it; null if the user did it. */
export const signOutReason = signal<string | null>(null);

/** Set while a request waits before it is sent again. */
export const wait = signal<Wait | null>(null);

/**
 * Signs in with a key, if the service accepts it.
 * @param keep `memory`: a reload of the page forgets the key. `tab`: the key is stored until the tab is closed
 * @throws Unauthorised if no tenant has the key, TypeError if it has characters that no key has, and the other errors of the client
 */
export async function signIn(apiKey: string, keep: 'memory' | 'tab'): Promise<void> {
  const client = new DataAccessClient({ baseUrl: serviceUrl, apiKey, maxWait: 30_000, onRetry: showWait });
  const me = await client.me();
  if (keep === 'tab') sessionStorage.setItem(storageName, apiKey);
  session.value = { client, me };
  signOutReason.value = null;
}

/** Signs in with the key that this tab has stored. Returns false if there is no key, or if it is no longer valid. */
export async function resume(): Promise<boolean> {
  const apiKey = sessionStorage.getItem(storageName);
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
  sessionStorage.removeItem(storageName);
  signOutReason.value = reason;
  session.value = null;
  wait.value = null;
}

/** The client of the session. @throws Error if no user is signed in; the screens are only shown to one who is */
export function client(): DataAccessClient {
  if (session.value === null) throw new Error('There is no session');
  return session.value.client;
}

let waitEnd: ReturnType<typeof setTimeout> | undefined;

function showWait({ error, delay }: Retry): void {
  const reason = error instanceof RateLimited ? 'rate limit' : 'status' in error ? 'service' : 'connection';
  wait.value = { reason, until: Date.now() + delay };
  clearTimeout(waitEnd);
  // The notice stays a second longer than the wait, so that it does not flicker between two attempts.
  waitEnd = setTimeout(() => (wait.value = null), delay + 1_000);
}
