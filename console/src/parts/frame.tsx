import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { ToldFailure } from '../failures.js';
import { useResource } from '../resource.js';
import { Icon, type IconName } from './icons.js';
import { keyshortcuts } from '../shortcut-keys.js';
import { Theme } from './theme.js';
import { Link, Screen } from './layout.js';
import { keysOf, Shortcuts } from './shortcuts.js';
import { Failed, Loading } from './states.js';

/** The component of a screen. It gets the rest of the path: `12` for `/console/prospects/12`. */
type ScreenComponent = ComponentType<{ readonly rest: string }>;

/** An entry in the list of screens. */
export interface NavigationEntry {
  /** The part of the path after `/console/`: `lists`, or `operate/log` in the console for operators. */
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  readonly screen: ScreenComponent;
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

/**
 * A screen whose script the browser loads when the user opens the screen for the first time. The page shows the other screens sooner,
 * because it does not wait for this script.
 * @param title the heading that is shown until the script is loaded
 * @param load imports the script
 */
export function loadedWhenOpened(title: string, load: () => Promise<ScreenComponent>): ScreenComponent {
  let Loaded: ScreenComponent | null = null;
  return function LoadedWhenOpened({ rest }) {
    const script = useResource(async () => {
      Loaded = await load().catch(() => {
        throw new ToldFailure({
          title: 'The script of this screen did not arrive',
          advice: 'Try again. If that does not help, reload the page: the service may have been updated.',
          requestId: null,
        });
      });
    }, []);
    // A screen that was loaded before is shown at once, without a moment of grey lines.
    if (Loaded !== null) return <Loaded rest={rest} />;
    return (
      <Screen title={title}>
        {script.state === 'failed' ? (
          <Failed error={script.error} what="The console could not load this screen." retry={script.reload} />
        ) : (
          <Loading what="the screen" lines={1} />
        )}
      </Screen>
    );
  };
}
