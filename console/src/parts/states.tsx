import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf } from '../failures.js';
import type { Resource } from '../resource.js';
import { session, wait } from '../session.js';
import { AdminCommand } from './copy.js';
import { focusHeading } from './focus.js';
import { Icon } from './icons.js';

/** The number of seconds after which the screen says that the answer takes long. */
const slowAfter = 5;

/** Grey lines in place of something that is still being read. `what` tells screen readers what it is: `the keys`. */
export function Loading({ what, lines = 3 }: { readonly what: string; readonly lines?: number }): JSX.Element {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter * 1_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status">
      <span class="hidden">Loading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span class="bone" key={line} />
      ))}
      {isSlow && wait.value === null && <p class="note">The service takes longer than usual to answer.</p>}
    </div>
  );
}

interface FailedProps {
  readonly error: unknown;
  /** A sentence about what the user did not get: `The run could not be started.` It is the heading, and the error follows as text. */
  readonly what?: string;
  /** What the button "Try again" does. If it is absent, there is no button. */
  readonly retry?: () => void;
}

/** Shows an error: what happened, what to do about it, and the request id to quote in a bug report. */
export function Failed({ error, what, retry }: FailedProps): JSX.Element {
  const {
    title,
    advice,
    requestId,
    command,
    waitSeconds = 0,
  } = failureOf(error, session.value?.me.tenant_id ?? '<tenant>');
  const [allowedAt] = useState(() => Date.now() + waitSeconds * 1_000);
  const left = useSecondsUntil(allowedAt);
  const isCounted = retry !== undefined && waitSeconds > 0;
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{what ?? title}</strong>
        {/* The button counts the seconds. Screen readers get the number only once, because they read out each change of an alert. */}
        <p class={isCounted && what === undefined ? 'hidden' : undefined}>
          {what !== undefined && `${title}. `}
          <span class={isCounted ? 'hidden' : undefined}>{advice}</span>
        </p>
        {command !== undefined && <AdminCommand label="Grant credits" words={command} />}
        {requestId !== null && (
          <p class="note">
            Id for a bug report: <code>{requestId}</code>
          </p>
        )}
        {retry !== undefined && (
          <button
            type="button"
            disabled={left > 0}
            onClick={() => {
              // The button disappears, so it cannot keep the focus.
              focusHeading();
              retry();
            }}
          >
            <span>Try again{left > 0 && <span aria-hidden="true"> in {left} s</span>}</span>
          </button>
        )}
      </div>
    </div>
  );
}

/** The number of seconds until a time, which is given in milliseconds since 1970. It counts down to 0. */
export function useSecondsUntil(time: number): number {
  const [, setTicks] = useState(0);
  const left = Math.max(Math.ceil((time - Date.now()) / 1_000), 0);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

/** What a screen shows instead of an empty list: what is missing, and what the user can do. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <strong>{title}</strong>
      <div>{children}</div>
    </div>
  );
}

interface NoticeProps {
  readonly tone: 'good' | 'warn' | 'plain';
  readonly children: ComponentChildren;
}

export function Notice({ tone, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${tone}`} role="status">
      {tone === 'warn' && <Icon name="warning" />}
      {tone === 'good' && <Icon name="matched" />}
      <div>{children}</div>
    </div>
  );
}

interface ReadAllProps {
  readonly of: readonly (Pick<Resource<unknown>, 'state' | 'reload'> & { readonly error?: unknown })[];
  readonly children: ComponentChildren;
}

/**
 * Shows the parts of a screen that are read from the service. If none of them could be read, one error stands in place of all parts,
 * instead of the same error in each part. Its button reads all parts again.
 */
export function ReadAll({ of: resources, children }: ReadAllProps): JSX.Element {
  return resources.every(({ state }) => state === 'failed') ? (
    <Failed error={resources[0]?.error} retry={() => resources.forEach(({ reload }) => reload())} />
  ) : (
    <>{children}</>
  );
}

interface ReadProps<T> {
  readonly resource: Resource<T>;
  /** What is read, in words for screen readers: `the keys`. */
  readonly what: string;
  readonly lines?: number;
  readonly children: (value: T) => ComponentChildren;
}

/**
 * Shows what a resource has read, or that it is still loading or has failed. While the resource is read again, its last value stays
 * visible.
 */
export function Read<T>({ resource, what, lines, children }: ReadProps<T>): JSX.Element {
  if (resource.state === 'failed')
    return <Failed error={resource.error} what={`The console could not read ${what}.`} retry={resource.reload} />;
  if (resource.value === null && resource.state === 'loading')
    return <Loading what={what} {...(lines === undefined ? {} : { lines })} />;
  return (
    <div class="read" aria-busy={resource.state === 'loading'}>
      {children(resource.value as T)}
    </div>
  );
}
