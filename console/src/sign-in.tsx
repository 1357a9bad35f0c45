import type { JSX } from 'preact';
import { Unauthorised } from 'data-access-client';
import { AdminCommand, CopyCommand } from './parts/copy.js';
import { KeySignIn } from './parts/key-sign-in.js';
import { signIn, signOutReason } from './session.js';

/** The form that asks for an API key. */
export function SignIn(): JSX.Element {
  return (
    <KeySignIn
      heading="Data Access Service"
      title="Sign in"
      lead="Enrich lists, find out whom to contact, and see what it costs."
      label="API key"
      hint="A key begins with das_live_. It stays in this browser and is sent to this service only."
      reason={signOutReason.value}
      signIn={signIn}
      faultOf={faultOf}
    >
      <details>
        <summary>Where is my key?</summary>
        <p>Ask the operator of this service. If that is you, type in its folder:</p>
        <CopyCommand label="The key of the demo tenant" text="cat .data/demo-key" />
        <AdminCommand label="A new key" words="key create <tenant> --label console" />
      </details>
    </KeySignIn>
  );
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof Unauthorised) return 'The service does not know this key. Copy it again, or use another one.';
  return error instanceof TypeError ? 'The key has characters that no API key has. Copy it again.' : undefined;
}
