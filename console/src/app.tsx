import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SignIn } from './sign-in.js';
import { Icon, type IconName } from './parts/icons.js';
import { Link, Screen } from './parts/layout.js';
import { Failed, Loading, Notice } from './parts/states.js';
import { path } from './router.js';
import { resume, session, signOut, wait } from './session.js';
import { Theme } from './theme.js';

interface Place {
  /** The first part of the path. */
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Loads the screen, which gets the rest of the path. */
  readonly load: () => Promise<ComponentType<{ readonly rest: string }>>;
}

const places: readonly Place[] = [
  {
    path: '',
    name: 'Overview',
    icon: 'overview',
    load: async () => (await import('./overview/overview-screen.js')).OverviewScreen,
  },
  {
    path: 'try',
    name: 'Try it',
    icon: 'try',
    load: async () => (await import('./try-it/try-it-screen.js')).TryItScreen,
  },
  {
    path: 'lists',
    name: 'Lists',
    icon: 'lists',
    load: async () => (await import('./lists/lists-screen.js')).ListsScreen,
  },
  {
    path: 'prospects',
    name: 'Prospects',
    icon: 'prospects',
    load: async () => (await import('./prospects/prospects-screen.js')).ProspectsScreen,
  },
  {
    path: 'signals',
    name: 'Signals',
    icon: 'signals',
    load: async () => (await import('./signals/signals-screen.js')).SignalsScreen,
  },
  {
    path: 'usage',
    name: 'Usage',
    icon: 'usage',
    load: async () => (await import('./usage/usage-screen.js')).UsageScreen,
  },
  {
    path: 'operation',
    name: 'Keys and operation',
    icon: 'operation',
    load: async () => (await import('./operation/operation-screen.js')).OperationScreen,
  },
];

/** The console: the sign-in form, or the screen of the path. */
export function App(): JSX.Element {
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
  useEffect(begin, []);
  if (session.value !== null) return <Frame />;
  if (start.error !== null)
    return (
      <main class="sign-in">
        <h1>Data Access Service</h1>
        <Failed error={start.error} retry={begin} />
      </main>
    );
  return start.isOver ? <SignIn /> : <Loading what="the console" />;
}

function Frame(): JSX.Element {
  const [first = '', ...rest] = path.value.split('/');
  const place = places.find((each) => each.path === first);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <nav class="side" aria-label="Screens">
        <strong class="brand">
          <span aria-hidden="true" class="mark" />
          Data Access
        </strong>
        <ul>
          {places.map(({ path: to, name, icon }) => (
            <li key={to}>
              <Link to={to} current={place?.path === to}>
                <Icon name={icon} />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
        <Account />
      </nav>
      <main id="main" tabIndex={-1}>
        <WaitNotice />
        {place === undefined ? <Missing /> : <Loaded key={place.path} place={place} rest={rest.join('/')} />}
      </main>
    </div>
  );
}

function Account(): JSX.Element {
  const me = session.value?.me;
  return (
    <div class="account">
      <span class="tenant" title={me?.tenant_id}>
        {me?.tenant_name}
      </span>
      <span class="note">{me?.key.label ?? 'Key without label'}</span>
      <div class="actions">
        <Theme />
        <button type="button" class="small" onClick={() => signOut(null)}>
          Sign out
        </button>
      </div>
    </div>
  );
}

/** Code of a screen is loaded when it is first opened. */
function Loaded({ place, rest }: { readonly place: Place; readonly rest: string }): JSX.Element {
  const [loaded, setLoaded] = useState<{ screen?: ComponentType<{ readonly rest: string }>; error?: unknown }>({});
  const load = (): void => {
    place.load().then(
      (screen) => setLoaded({ screen }),
      (error: unknown) => setLoaded({ error }),
    );
  };
  useEffect(load, [place]);
  if (loaded.error !== undefined)
    return (
      <Screen title={place.name}>
        <Failed
          error={new Error('This screen could not be loaded. Reload the page: the service may have a new version.')}
        />
      </Screen>
    );
  return loaded.screen === undefined ? <Loading what={place.name} /> : <loaded.screen rest={rest} />;
}

function WaitNotice(): JSX.Element | null {
  if (wait.value === null) return null;
  const texts = {
    'rate limit': 'Too many requests: waiting until the next one is allowed.',
    connection: 'The connection to the service is lost: trying again.',
    service: 'The service could not answer: trying again.',
  };
  return <Notice tone="warn">{texts[wait.value.reason]}</Notice>;
}

function Missing(): JSX.Element {
  return (
    <Screen title="Not found">
      <p>
        There is no such screen. <Link to="">Go to the overview</Link>.
      </p>
    </Screen>
  );
}
