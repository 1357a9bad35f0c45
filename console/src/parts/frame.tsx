import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { Icon, type IconName } from './icons.js';
import { keyshortcuts } from '../shortcut-keys.js';
import { Theme } from '../theme.js';
import { Link, Screen } from './layout.js';
import { keysOf, Shortcuts } from './shortcuts.js';

/** An entry in the list of screens. */
export interface NavigationEntry {
  /** The part of the path after `/console/`: `lists`, or `operate/log` in the console for operators. */
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** The component of the screen. It gets the rest of the path: `12` for `/console/prospects/12`. */
  readonly screen: ComponentType<{ readonly rest: string }>;
}

interface FrameProps {
  readonly brand: string;
  readonly screens: readonly NavigationEntry[];
  /** The path of the screen that is shown now. */
  readonly current: string | undefined;
  /** Shows who is signed in. */
  readonly account: ComponentChildren;
  readonly onSignOut: () => void;
  readonly children: ComponentChildren;
}

/** The page around a screen. It shows the list of all screens and who is signed in. */
export function Frame({ brand, screens, current, account, onSignOut, children }: FrameProps): JSX.Element {
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
        <ul>
          {screens.map(({ path, name, icon }) => (
            <li key={path}>
              <Link to={path} current={current === path} title={keyshortcuts(keysOf(name))}>
                <Icon name={icon} />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div class="account">
          {account}
          <div class="actions">
            <Theme />
            <Shortcuts screens={screens} />
            <button type="button" class="small" onClick={onSignOut}>
              Sign out
            </button>
          </div>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The screen for an address without a screen. The children say where the user can go instead. */
export function MissingScreen({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <Screen title="Not found">
      <p>There is no screen at this address. {children}</p>
    </Screen>
  );
}
