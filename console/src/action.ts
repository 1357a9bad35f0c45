import { useState } from 'preact/hooks';
import { Unauthorised } from 'data-access-client';
import { signOut } from './session.js';

/** A request that a button sends. */
interface Action {
  readonly isUnderWay: boolean;
  /** The error of the last request; null if the request did not fail. */
  readonly error: unknown;
  /** Sends a request. It does nothing while another one is under way. */
  readonly run: (act: () => Promise<unknown>) => void;
}

export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, 'isUnderWay' | 'error'>>({ isUnderWay: false, error: null });
  const run = (act: () => Promise<unknown>): void => {
    if (state.isUnderWay) return;
    setState({ isUnderWay: true, error: null });
    act().then(
      () => setState({ isUnderWay: false, error: null }),
      (error: unknown) => {
        if (error instanceof Unauthorised) signOut('The key was revoked or has expired. Sign in with another key.');
        else setState({ isUnderWay: false, error });
      },
    );
  };
  return { ...state, run };
}
