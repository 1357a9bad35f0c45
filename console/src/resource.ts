import { useCallback, useEffect, useState } from 'preact/hooks';
import { Unauthorised } from 'data-access-client';
import { signOut } from './session.js';

/**
 * Something that is read from the service. `value` is the result of the last successful read. It stays while the resource is read
 * again and after a failure, and is null if no read has succeeded yet.
 */
export type Resource<T> = (
  | { readonly state: 'loading'; readonly value: T | null }
  | { readonly state: 'failed'; readonly error: unknown; readonly value: T | null }
  | { readonly state: 'ready'; readonly value: T }
) & {
  /** Reads it again. */
  readonly reload: () => void;
};

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Reads something from the service. If one of the `keys` changes, the read that is under way is aborted and a new one begins. If
 * the API key is no longer valid, the user is signed out.
 * @param keys the texts and numbers that `load` depends on
 */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  keys: readonly (string | number | null)[],
): Resource<T> {
  const [round, setRound] = useState(0);
  const key = JSON.stringify(keys);
  const [read, setRead] = useState<{ key: string; outcome: Outcome<T> | null; value: T | null }>({
    key,
    outcome: null,
    value: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    setRead((last) => ({ key, outcome: null, value: last.key === key ? last.value : null }));
    load(abort.signal).then(
      (value) => abort.signal.aborted || setRead({ key, outcome: { value }, value }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (error instanceof Unauthorised) signOut('The key was revoked or has expired. Sign in with another key.');
        else setRead((last) => ({ key, outcome: { error }, value: last.value }));
      },
    );
    return () => abort.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  if (read.key !== key || read.outcome === null)
    return { state: 'loading', value: read.key === key ? read.value : null, reload };
  if ('error' in read.outcome) return { state: 'failed', error: read.outcome.error, value: read.value, reload };
  return { state: 'ready', value: read.outcome.value, reload };
}
