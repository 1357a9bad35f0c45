import type { JSX } from 'preact';
// The bundle has the files in the order of these imports. In this order, files that resemble each other are close together, which makes the
// compressed bundle half a percent smaller.
import { Link } from './parts/layout.js';
import { Frame, loadedWhenOpened, MissingScreen, type NavigationEntry } from './parts/frame.js';
import { Resumed } from './parts/key-sign-in.js';
import { ExternalLink } from './parts/external-link.js';
import { Notice, useSecondsUntil } from './parts/states.js';
import { TryItScreen } from './try-it/try-it-screen.js';
import { ProspectsScreen } from './prospects/prospects-screen.js';
import { UsageScreen } from './usage/usage-screen.js';
import { OverviewScreen } from './overview/overview-screen.js';
import { SignalsScreen } from './signals/signals-screen.js';
import { OperationScreen } from './operation/operation-screen.js';
import { path, serviceUrl } from './router.js';
import { resume, session, signOut, wait } from './session.js';
import { SignIn } from './sign-in.js';

const navigation: readonly NavigationEntry[] = [
  { path: '', name: 'Overview', icon: 'overview', screen: OverviewScreen },
  { path: 'try', name: 'Try it', icon: 'try', screen: TryItScreen },
  {
    path: 'lists',
    name: 'Lists',
    icon: 'lists',
    // The script of this screen is the largest, and only users who enrich lists need it.
    screen: loadedWhenOpened('Lists', async () => (await import('./lists/lists-screen.js')).ListsScreen),
  },
  { path: 'prospects', name: 'Prospects', icon: 'prospects', screen: ProspectsScreen },
  { path: 'signals', name: 'Signals', icon: 'signals', screen: SignalsScreen },
  { path: 'usage', name: 'Usage', icon: 'usage', screen: UsageScreen },
  { path: 'operation', name: 'Keys and operation', icon: 'operation', screen: OperationScreen },
];

/** The whole console. It shows the sign-in form until a key is accepted, and then the screen that the path names. */
export function App(): JSX.Element {
  return (
    <Resumed heading="Data Access Service" resume={resume}>
      {session.value === null ? <SignIn /> : <Screens />}
    </Resumed>
  );
}

function Screens(): JSX.Element {
  const [first = '', ...rest] = path.value.split('/');
  const current = navigation.find((each) => each.path === first);
  return (
    <Frame
      brand="Data Access"
      screens={navigation}
      current={current?.path}
      account={<Account />}
      onSignOut={() => signOut(null)}
    >
      <WaitNotice />
      {current === undefined ? (
        <MissingScreen>
          <Link to="">Go to the overview</Link>.
        </MissingScreen>
      ) : (
        <current.screen key={current.path} rest={rest.join('/')} />
      )}
    </Frame>
  );
}

function Account(): JSX.Element {
  const me = session.value?.me;
  return (
    <>
      <span class="tenant" title={me?.tenant_id}>
        {me?.tenant_name}
      </span>
      <span class="note" title={me?.key.label ?? undefined}>
        {me?.key.label ?? 'Key without label'}
      </span>
      <span class="note">
        <ExternalLink page={`${serviceUrl}/docs`} text="API documentation" />
      </span>
    </>
  );
}

function WaitNotice(): JSX.Element | null {
  const left = useSecondsUntil(wait.value?.until ?? 0);
  if (wait.value === null) return null;
  const texts = {
    'rate limit': 'Too many requests were sent. The console waits until the next one is allowed.',
    connection: 'The connection to the service is lost. The console tries again.',
    service: 'The service could not answer. The console tries again.',
  };
  return (
    <Notice tone="warn">
      <p>
        {texts[wait.value.reason]}
        {/* Screen readers would read out each number. */}
        {wait.value.reason === 'rate limit' && <span aria-hidden="true"> {left} s left.</span>}
      </p>
    </Notice>
  );
}
