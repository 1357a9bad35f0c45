import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Keeping, keepings } from '../kept-key.js';
import { focusHeading, useLostFocus } from './focus.js';
import { SelectField, TextField } from './form.js';
import { Failed, Loading, Notice } from './states.js';

interface KeySignInProps {
  readonly heading: string;
  /** The title of the page in the browser, without the name of the product. */
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly hint: string;
  /** Why the console has signed the user out; null if the user has signed out. */
  readonly reason: string | null;
  readonly signIn: (key: string, keeping: Keeping) => Promise<void>;
  /** Translates the error of `signIn` into what is wrong with the key. It returns undefined if the error is not about the key. */
  readonly faultOf: (error: unknown) => string | undefined;
  /** What is shown below the form. */
  readonly children?: ComponentChildren;
}

/** The form in which a user signs in with a key. Both consoles use it: that of tenants and that of operators. */
export function KeySignIn(props: KeySignInProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const [key, setKey] = useState('');
  const [keeping, setKeeping] = useState<Keeping>('tab');
  const [attempt, setAttempt] = useState<{ isUnderWay: boolean; error: unknown }>({ isUnderWay: false, error: null });
  const { isUnderWay, error } = attempt;
  useEffect(() => {
    document.title = `${props.title} · Data Access Service`;
    heading.current?.focus();
  }, []);
  const submit = async (): Promise<void> => {
    setAttempt({ isUnderWay: true, error: null });
    try {
      await props.signIn(key.trim(), keeping);
    } catch (error) {
      setAttempt({ isUnderWay: false, error });
    }
  };
  const fault = error === null ? undefined : props.faultOf(error);
  const hasFailed = error !== null && fault === undefined;
  const failure = useLostFocus<HTMLDivElement>(hasFailed);
  return (
    <main class="sign-in">
      <span aria-hidden="true" class="mark large" />
      <h1 ref={heading} tabIndex={-1}>
        {props.heading}
      </h1>
      <p class="lead">{props.lead}</p>
      {props.reason !== null && <Notice tone="warn">{props.reason}</Notice>}
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUnderWay && !hasFailed) void submit();
        }}
      >
        <TextField
          label={props.label}
          type="password"
          autoComplete="off"
          required
          value={key}
          onInput={(text) => {
            setKey(text);
            setAttempt((last) => ({ ...last, error: null }));
          }}
          fault={fault}
          hint={props.hint}
        />
        <SelectField
          label="Stay signed in"
          value={keeping}
          options={keepings}
          hint={keeping === 'browser' ? 'Choose this only on a computer that others do not use.' : undefined}
          onChange={(value) => setKeeping(value as Keeping)}
        />
        {hasFailed ? (
          <div ref={failure} tabIndex={-1}>
            <Failed error={error} retry={() => void submit()} />
          </div>
        ) : (
          <button type="submit" class="primary" aria-disabled={isUnderWay}>
            {isUnderWay ? 'Signing in…' : 'Sign in'}
          </button>
        )}
      </form>
      {props.children}
    </main>
  );
}

interface ResumedProps {
  readonly heading: string;
  /** Signs in with the key that the browser has stored. Does nothing if none is stored. */
  readonly resume: () => Promise<unknown>;
  /** What is shown after this attempt. If no stored key was accepted, it is the sign-in form. */
  readonly children: ComponentChildren;
}

/** Tries to sign in with a stored key, and then shows its children. If the service does not answer, the user can try again. */
export function Resumed({ heading, resume, children }: ResumedProps): JSX.Element {
  const [start, setStart] = useState<{ readonly isOver: boolean; readonly error: unknown }>({
    isOver: false,
    error: null,
  });
  const begin = (): void => {
    setStart({ isOver: false, error: null });
    resume().then(
      () => setStart({ isOver: true, error: null }),
      (error: unknown) => setStart({ isOver: true, error }),
    );
  };
  useEffect(() => {
    focusHeading();
    begin();
  }, []);
  if (start.isOver && start.error === null) return <>{children}</>;
  return (
    <main class="sign-in">
      <span aria-hidden="true" class="mark large" />
      <h1 tabIndex={-1}>{heading}</h1>
      {start.isOver ? <Failed error={start.error} retry={begin} /> : <Loading what="the console" />}
    </main>
  );
}
