import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Failed, Notice } from '../parts/states.js';
import { Refused, Uncertain } from './door.js';

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
  /** Forgets what the last attempt has done, or why it failed, because the operator has begun to prepare the next one. */
  forget(): void;
}

export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run' | 'forget'>>({ isUnderWay: false, error: null, done: null });
  const run = async (work: () => Promise<ComponentChildren>): Promise<void> => {
    if (state.isUnderWay) return;
    setState({ isUnderWay: true, error: null, done: null });
    try {
      setState({ isUnderWay: false, error: null, done: await work() });
    } catch (error) {
      setState({ isUnderWay: false, error, done: null });
    }
  };
  const forget = (): void => {
    if (state.error !== null || state.done !== null) setState({ isUnderWay: false, error: null, done: null });
  };
  return { ...state, run, forget };
}

/** Why the service has refused what was filled in, for the field that it is about. Undefined if it has refused nothing. */
export function refusalOf({ error }: Action): string | undefined {
  return error instanceof Refused ? error.failure.advice : undefined;
}

interface OutcomeProps {
  readonly action: Action;
  /** Reads again what the action changes. The operator can do this if it is not known whether the change was made. */
  readonly reread?: (() => void) | undefined;
}

/** Shows what an action has done, or why it failed, and brings that into view. */
export function Outcome({ action, reread }: OutcomeProps): JSX.Element | null {
  const { error, done } = action;
  const outcome = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    outcome.current?.scrollIntoView({ block: 'nearest' });
    // The button may be disabled now, because its form is empty again. So the focus would be lost.
    if (done !== null) outcome.current?.focus({ preventScroll: true });
  }, [error, done]);
  if (error === null && done === null) return null;
  return (
    <div class="stack outcome" ref={outcome} tabIndex={-1}>
      {error === null ? <Notice tone="good">{done}</Notice> : <Failed error={error} />}
      {error instanceof Uncertain && reread !== undefined && (
        <div class="actions">
          <button type="button" onClick={reread}>
            Look whether it was done
          </button>
        </div>
      )}
    </div>
  );
}

/** A form with one button. */
export function ActionForm({
  action,
  label,
  tone = 'primary',
  isReady = true,
  refusals = 'below',
  reread,
  onCancel,
  onSubmit,
  children,
}: {
  readonly action: Action;
  readonly label: string;
  /** `danger` is for a form that deletes something. */
  readonly tone?: 'primary' | 'danger';
  /** Whether the operator has filled in everything that is needed. If not, the button is disabled. */
  readonly isReady?: boolean;
  /** Where a refusal of the service is shown: below the buttons, or by the form at the field that it is about. */
  readonly refusals?: 'below' | 'at field';
  readonly reread?: () => void;
  /** Closes the form. If it is absent, the form has no button that cancels. */
  readonly onCancel?: () => void;
  readonly onSubmit: () => Promise<ComponentChildren>;
  readonly children: ComponentChildren;
}): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const isAtField = refusals === 'at field' && action.error instanceof Refused;
  useLayoutEffect(() => {
    if (isAtField) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [action.error]);
  const submit = (event: Event): void => {
    event.preventDefault();
    void action.run(onSubmit);
  };
  return (
    <form class="stack" ref={form} onSubmit={submit}>
      {children}
      <div class="actions">
        <button type="submit" class={tone} disabled={!isReady} aria-disabled={action.isUnderWay}>
          {label}
        </button>
        {onCancel !== undefined && (
          <button type="button" aria-disabled={action.isUnderWay} onClick={() => action.isUnderWay || onCancel()}>
            Cancel
          </button>
        )}
      </div>
      {!isAtField && <Outcome action={action} reread={reread} />}
    </form>
  );
}

interface OpenedFormProps {
  /** The heading of a form that creates something, such as `New team`. It is absent if the form is the only thing in its card. */
  readonly title?: string;
  /** The name of the record that the form changes, which is then its heading; null for a form that creates one. */
  readonly edited?: string | null;
  readonly children: ComponentChildren;
}

/**
 * A form that appears when the operator presses a button. Its first field then gets the focus. When the form is closed, the button
 * gets the focus back.
 */
export function OpenedForm({ title, edited = null, children }: OpenedFormProps): JSX.Element {
  const form = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  }, [edited]);
  useLayoutEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <div class={`stack ${title === undefined ? '' : 'opened'}`} ref={form}>
      {title !== undefined && (
        <h3 class="clamp" title={edited ?? undefined}>
          {edited === null ? (
            title
          ) : (
            <>
              Edit <bdi>{edited}</bdi>
            </>
          )}
        </h3>
      )}
      {children}
    </div>
  );
}

interface ConfirmProps {
  /** What the button says, such as `Revoke`. */
  readonly label: string;
  /** The label with the thing that it applies to: `Revoke the key crm`. */
  readonly about: string;
  /** The title of the dialog, if it is not `about` with a question mark. */
  readonly question?: string;
  /** Describes the thing further, if several things can have the same name. */
  readonly details?: ComponentChildren;
  /** A sentence that says what then happens. */
  readonly consequence: ComponentChildren;
  /** Shows what was done, when the question has disappeared. */
  readonly action: Action;
  readonly onConfirm: () => Promise<ComponentChildren>;
}

/**
 * Moves the focus to an element when it appears. If a button with the focus is replaced by another, keyboard users can thus go on
 * at the same place.
 */
export function useFocus(isShown: boolean): RefObject<HTMLParagraphElement | null> {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (isShown) element.current?.focus();
  }, [isShown]);
  return element;
}

/**
 * A button for an operation that cannot be undone. After the first click a dialog asks the operator to confirm; the operation starts
 * only after the second. The button that cancels has the focus, so that pressing Enter once too often changes nothing.
 */
export function Confirm({
  label,
  about,
  question = `${about}?`,
  details,
  consequence,
  action,
  onConfirm,
}: ConfirmProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const attempt = useAction();
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const title = useId();
  useLayoutEffect(() => {
    if (!isAsking) return;
    dialog.current?.showModal();
    cancel.current?.focus();
  }, [isAsking]);
  const close = (): void => {
    // The browser then gives the focus back to the button that has opened the dialog.
    if (!attempt.isUnderWay) dialog.current?.close();
  };
  const confirm = async (): Promise<null> => {
    const done = await onConfirm();
    dialog.current?.close();
    await action.run(() => Promise.resolve(done));
    return null;
  };
  return (
    <>
      <button type="button" class="small" aria-label={about} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <dialog
          class="question"
          ref={dialog}
          aria-labelledby={title}
          aria-describedby={`${title}-text`}
          onCancel={(event) => attempt.isUnderWay && event.preventDefault()}
          onClose={() => {
            setAsking(false);
            attempt.forget();
          }}
        >
          <div class="card">
            <h2 id={title} class="clamp" title={question}>
              {question}
            </h2>
            <div id={`${title}-text`} class="stack">
              {details}
              <p>{consequence}</p>
            </div>
            {attempt.error !== null && <Failed error={attempt.error} />}
            <div class="actions">
              <button
                type="button"
                class="danger"
                aria-disabled={attempt.isUnderWay}
                onClick={() => void attempt.run(confirm)}
              >
                {label} now
              </button>
              <button type="button" ref={cancel} aria-disabled={attempt.isUnderWay} onClick={close}>
                Cancel
              </button>
            </div>
          </div>
        </dialog>
      )}
    </>
  );
}
