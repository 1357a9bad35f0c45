import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { hrefOf, navigate } from '../router.js';

interface LinkProps {
  /** A path below `/console/`: `prospects/12`. */
  readonly to: string;
  readonly class?: string;
  readonly title?: string | undefined;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A link to another screen. A click opens the screen without a reload of the page. A click with Ctrl, Shift, Alt or Command is left
 * to the browser, which may open a new tab.
 */
export function Link({ to, current = false, children, ...rest }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={hrefOf(to)} onClick={follow} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

interface ScreenProps {
  /**
   * The heading of the screen, which is also the title of the page. It must not contain the name of a person, because browsers
   * store titles in their history.
   */
  readonly title: string;
  /** What the heading shows if it is not only the text of the title, such as a name that is read from right to left. */
  readonly heading?: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** Buttons next to the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a screen. When the screen is opened, its heading gets the focus, so that screen readers read it out. */
export function Screen({ title, heading: shown = title, lead, actions, children }: ScreenProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Data Access Service`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <header class="screen-head">
        <div>
          <h1 ref={heading} tabIndex={-1} title={title}>
            {shown}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part of a screen with a heading. */
export function Card({ title, actions, class: name = '', children }: CardProps): JSX.Element {
  const id = useId();
  return (
    <section class={`card ${name}`} aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id} title={title}>
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
