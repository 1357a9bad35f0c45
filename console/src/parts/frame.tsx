import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icons.js';
import { Link } from './layout.js';

interface FrameProps {
  readonly brand: string;
  /** The screens to choose from. The path is the part after `/console/`: `lists`, or `operate/log` in the console for operators. */
  readonly screens: readonly { readonly path: string; readonly name: string; readonly icon: IconName }[];
  /** The path of the screen that is shown now. */
  readonly current: string | undefined;
  /** Shows who is signed in, and has the buttons for this user, such as "Sign out". */
  readonly account: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The page around a screen. It shows the list of all screens and who is signed in. */
export function Frame({ brand, screens, current, account, children }: FrameProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  // On a phone the list of screens is wider than the display and scrolls sideways. This scrolls it so that the entry of the current
  // screen is visible.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <nav class="side" aria-label="Screens">
        <strong class="brand">
          <span aria-hidden="true" class="mark" />
          {brand}
        </strong>
        <ul ref={list}>
          {screens.map(({ path, name, icon }) => (
            <li key={path}>
              <Link to={path} current={current === path}>
                <Icon name={icon} />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div class="account">{account}</div>
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
