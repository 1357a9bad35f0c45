import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SelectField, TextField } from '../parts/form.js';
import { Failed, Notice } from '../parts/states.js';
import { type Keeping, keepings } from '../session.js';
import { signIn, signOutReason, WrongKey } from './door.js';

/** The form that asks for the operator key. */
export function SignIn(): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const [key, setKey] = useState('');
  const [keeping, setKeeping] = useState<Keeping>('tab');
  const [attempt, setAttempt] = useState<{ isUnderWay: boolean; error: unknown }>({ isUnderWay: false, error: null });
  useEffect(() => {
    document.title = 'Operators sign in · Data Access Service';
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
  const isWrong = error instanceof WrongKey || error instanceof TypeError;
  return (
    <main class="sign-in">
      <span aria-hidden="true" class="mark large" />
      <h1 ref={heading} tabIndex={-1}>
        For operators
      </h1>
      <p class="lead">Tenants, keys, credits, imports and erasure of this installation.</p>
      {signOutReason.value !== null && <Notice tone="warn">{signOutReason.value}</Notice>}
      <form class="card" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Operator key"
          type="password"
          autoComplete="off"
          required
          value={key}
          onInput={setKey}
          fault={isWrong ? 'This is not the operator key. After five wrong keys you have to wait a minute.' : undefined}
          hint="The value of OPERATOR_KEY of this installation. It stays in this browser and is sent to this service only."
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
        {error !== null && !isWrong && <Failed error={error} />}
      </form>
    </main>
  );
}
