import type { JSX } from 'preact';
import { KeySignIn } from '../parts/key-sign-in.js';
import { hrefOf } from '../router.js';
import { signIn, signOutReason, WrongKey } from './door.js';

/** The form that asks for the operator key. */
export function SignIn(): JSX.Element {
  return (
    <KeySignIn
      heading="For operators"
      title="Operators sign in"
      lead="Tenants, keys, credits and imports, and the erasure of persons."
      label="Operator key"
      hint="The value of OPERATOR_KEY in the settings of the service. It stays in this browser and is sent to this service only."
      reason={signOutReason.value}
      signIn={signIn}
      faultOf={faultOf}
    >
      <a href={hrefOf('')}>Sign in with an API key instead</a>
    </KeySignIn>
  );
}

function faultOf(error: unknown): string | undefined {
  return error instanceof WrongKey || error instanceof TypeError
    ? 'This is not the operator key. After five wrong keys you have to wait a minute.'
    : undefined;
}
