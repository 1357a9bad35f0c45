import { signal } from '@preact/signals';
import { DataAccessClient, type MeResponse, RateLimited, type Retry, Unauthorised } from 'data-access-client';
import { serviceUrl } from './router.js';

/** The client with the key that was accepted, and what the service says about the key's tenant. */
export interface Session {
  readonly client: DataAccessClient;
  readonly me: MeResponse;
}

/** The wait of a request that will be sent again. */
export interface Wait {
  readonly reason: 'rate limit' | 'connection' | 'service';
  /** When the request is sent again, in milliseconds since 1970. */
  readonly until: number;
}

const storageName = 'data-access-console-key';

/**
 * How long a key is kept. `memory`: until the page is reloaded. `tab`: until the tab is closed. `browser`: in all tabs, until the user
 * signs out.
 */
export type Keeping = 'memory' | 'tab' | 'browser';

/** What a sign-in form says about each {@link Keeping}. */
export const keepings: readonly (readonly [Keeping, string])[] = [
  ['memory', 'Until the page is reloaded'],
  ['tab', 'Until this tab is closed'],
  ['browser', 'In this browser, until you sign out'],
];

/** The current session; null until a key is accepted, and after the sign-out. */
export const session = signal<Session | null>(null);

/** The reason why the user was signed out, as the sign-in form shows it; null if the user has signed out. */
export const signOutReason = signal<string | null>(null);

/** The wait of a request that will be sent again; null if no request waits. */
export const wait = signal<Wait | null>(null);

/**
 * Signs in with a key, if the service accepts it.
 * @throws Unauthorised if no tenant has the key, TypeError if it has characters that no key has, and the other errors of the client
 */
export async function signIn(apiKey: string, keep: Keeping): Promise<void> {
  const client = new DataAccessClient({
    ...{ baseUrl: serviceUrl, apiKey, maxWait: 30_000, onRetry: showWait },
    fetch: endWait,
  });
  const me = await client.me();
  if (keep === 'tab') sessionStorage.setItem(storageName, apiKey);
  if (keep === 'browser') localStorage.setItem(storageName, apiKey);
  session.value = { client, me };
  signOutReason.value = null;
}

/** Signs in with the key that this tab or this browser has stored. Returns false if there is no key, or if it is no longer valid. */
export async function resume(): Promise<boolean> {
  const apiKey = sessionStorage.getItem(storageName) ?? localStorage.getItem(storageName);
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
  localStorage.removeItem(storageName);
  signOutReason.value = reason;
  session.value = null;
  wait.value = null;
}

// A sign-out in one tab ends the sessions of the other tabs that use the same kept key.
addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (key === storageName && oldValue !== null && newValue === null && session.value !== null) signOut(null);
});

/** The client of the session. @throws Error if no user is signed in; the screens are only shown to one who is */
export function client(): DataAccessClient {
  if (session.value === null) throw new Error('There is no session');
  return session.value.client;
}

let waitEnd: ReturnType<typeof setTimeout> | undefined;

/** Sends a request. An answer shows that the service can be reached again, so the notice about a lost connection ends. */
async function endWait(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (wait.value?.reason === 'connection') wait.value = null;
  return answer;
}

function showWait({ error, delay }: Retry): void {
  const reason = error instanceof RateLimited ? 'rate limit' : 'status' in error ? 'service' : 'connection';
  wait.value = { reason, until: Date.now() + delay };
  clearTimeout(waitEnd);
  // The notice stays a second longer than the wait, so that it does not flicker between two attempts.
  waitEnd = setTimeout(() => (wait.value = null), delay + 1_000);
}
