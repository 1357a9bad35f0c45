import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Unauthorised } from 'data-access-client';
import { AdminCommand, CopyCommand } from './parts/copy.js';
import { SelectField, TextField } from './parts/form.js';
import { Failed, Notice } from './parts/states.js';
import { type Keeping, keepings, signIn, signOutReason } from './session.js';

/** The form that asks for an API key. */
export function SignIn(): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const [key, setKey] = useState('');
  const [keeping, setKeeping] = useState<Keeping>('tab');
  const [attempt, setAttempt] = useState<{ isUnderWay: boolean; error: unknown }>({ isUnderWay: false, error: null });
  useEffect(() => {
    document.title = 'Sign in · Data Access Service';
    heading.current?.focus();
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setAttempt({ isUnderWay: true, error: null });
    try {
      await signIn(key.trim(), keeping);
    } catch (error) {
      setAttempt({ isUnderWay: false, error });
    }
  };
  const { isUnderWay, error } = attempt;
  const isWrong = error instanceof Unauthorised;
  const isUnusable = error instanceof TypeError;
  return (
    <main class="sign-in">
      <span aria-hidden="true" class="mark large" />
      <h1 ref={heading} tabIndex={-1}>
        Data Access Service
      </h1>
      <p class="lead">Enrich lists, find out whom to contact, and see what it costs.</p>
      {signOutReason.value !== null && <Notice tone="warn">{signOutReason.value}</Notice>}
      <form class="card" onSubmit={(event) => void submit(event)}>
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          required
          value={key}
          onInput={setKey}
          fault={
            isWrong
              ? 'No tenant has this key. Copy it again, or use another one.'
              : isUnusable
                ? 'The key has characters that no API key has. Copy it again.'
                : undefined
          }
          hint="A key begins with das_live_. It stays in this browser and is sent to this service only."
        />
        <SelectField
          label="Stay signed in"
          value={keeping}
          options={keepings}
          hint={keeping === 'browser' ? 'Choose this only on a computer that others do not use.' : undefined}
          onChange={(value) => setKeeping(value as Keeping)}
        />
        <button type="submit" class="primary" disabled={isUnderWay || key.trim() === ''}>
          {isUnderWay ? 'Signing in…' : 'Sign in'}
        </button>
        {error !== null && !isWrong && !isUnusable && <Failed error={error} />}
      </form>
      <details>
        <summary>Where is my key?</summary>
        <CopyCommand label="The key of the demo tenant" text="cat .data/demo-key" />
        <AdminCommand label="A new key" words="key create <tenant> --label console" />
      </details>
    </main>
  );
}
