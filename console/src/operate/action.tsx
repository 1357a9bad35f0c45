import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Failed, Notice } from '../parts/states.js';
import { keyshortcuts } from '../shortcut-keys.js';

/** An operation that the operator starts with a button or a form, and the state of the last attempt. */
export interface Action {
  readonly isUnderWay: boolean;
  /** Why the last attempt failed; null if it did not fail. */
  readonly error: unknown;
  /** A sentence that says what the last attempt has done. Null if there was no attempt, or the last one failed. */
  readonly done: ComponentChildren;
  /**
   * Makes an attempt. Nothing happens while another attempt is under way.
   * @param work does the operation, and returns a sentence that says what was done
   */
  run(work: () => Promise<ComponentChildren>): Promise<void>;
}

export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>({ isUnderWay: false, error: null, done: null });
  const run = async (work: () => Promise<ComponentChildren>): Promise<void> => {
    if (state.isUnderWay) return;
    setState({ isUnderWay: true, error: null, done: null });
    try {
      setState({ isUnderWay: false, error: null, done: await work() });
    } catch (error) {
      setState({ isUnderWay: false, error, done: null });
    }
  };
  return { ...state, run };
}

/** Shows what an action has done, or why it failed. */
export function Outcome({ action }: { readonly action: Action }): JSX.Element | null {
  if (action.error !== null) return <Failed error={action.error} />;
  return action.done === null ? null : <Notice tone="good">{action.done}</Notice>;
}

/** A form with one button. */
export function ActionForm({
  action,
  label,
  tone = 'primary',
  isReady = true,
  onSubmit,
  children,
}: {
  readonly action: Action;
  readonly label: string;
  /** `danger` is for a form that deletes something. */
  readonly tone?: 'primary' | 'danger';
  /** Whether the operator has filled in everything that is needed. If not, the button is disabled. */
  readonly isReady?: boolean;
  readonly onSubmit: () => Promise<ComponentChildren>;
  readonly children: ComponentChildren;
}): JSX.Element {
  const submit = (event: Event): void => {
    event.preventDefault();
    void action.run(onSubmit);
  };
  return (
    <form class="stack" onSubmit={submit}>
      {children}
      <div class="actions">
        <button type="submit" class={tone} disabled={!isReady} aria-disabled={action.isUnderWay}>
          {label}
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}

interface ConfirmProps {
  /** What the button says, such as `Revoke`. */
  readonly label: string;
  /** The label with the thing that it applies to, for screen readers: `Revoke the key crm`. */
  readonly about: string;
  readonly action: Action;
  readonly onConfirm: () => Promise<ComponentChildren>;
}

/**
 * Moves the focus to an element when it appears. If a button with the focus is replaced by another, keyboard users can thus go on
 * at the same place.
 */
export function useFocus(isShown: boolean): RefObject<(HTMLButtonElement & HTMLParagraphElement) | null> {
  const element = useRef<HTMLButtonElement & HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (isShown) element.current?.focus();
  }, [isShown]);
  return element;
}

/**
 * A button for an operation that cannot be undone. After the first click it asks the operator to confirm; the operation starts only
 * after the second.
 */
export function Confirm({ label, about, action, onConfirm }: ConfirmProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const [wasAsking, setWasAsking] = useState(false);
  const question = useFocus(isAsking);
  const beginning = useFocus(wasAsking && !isAsking);
  const ask = (): void => {
    setAsking(true);
    setWasAsking(true);
  };
  if (!isAsking)
    return (
      <button type="button" class="small" ref={beginning} aria-label={about} onClick={ask}>
        {label}
      </button>
    );
  const confirm = async (): Promise<void> => {
    await action.run(onConfirm);
    setAsking(false);
  };
  return (
    <span class="actions" role="group" aria-label={`${about}?`}>
      <button
        type="button"
        class="small danger"
        ref={question}
        aria-disabled={action.isUnderWay}
        onClick={() => void confirm()}
      >
        {label} now
      </button>
      <button
        type="button"
        class="small closes"
        aria-keyshortcuts={keyshortcuts('Escape')}
        aria-disabled={action.isUnderWay}
        onClick={() => action.isUnderWay || setAsking(false)}
      >
        Keep
      </button>
    </span>
  );
}
