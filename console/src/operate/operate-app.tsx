import type { JSX } from 'preact';
import { Frame, MissingScreen, type NavigationEntry } from '../parts/frame.js';
import { Resumed } from '../parts/key-sign-in.js';
import { Link } from '../parts/layout.js';
import { path } from '../router.js';
import { operatorKey, resume, signOut } from './door.js';
import { DuplicatesScreen } from './duplicates-screen.js';
import { CoverageScreen } from './coverage-screen.js';
import { ErasureScreen } from './erasure-screen.js';
import { ImportScreen } from './import-screen.js';
import { ImportsScreen } from './imports-screen.js';
import { LogScreen } from './log-screen.js';
import { ServiceScreen } from './service-screen.js';
import { SignIn } from './sign-in.js';
import { TenantScreen } from './tenant-screen.js';
import { TenantsScreen } from './tenants-screen.js';

const navigation: readonly NavigationEntry[] = [
  { path: 'operate', name: 'Tenants', icon: 'prospects', screen: TenantsScreen },
  { path: 'operate/imports', name: 'Imports', icon: 'lists', screen: ImportsScreen },
  { path: 'operate/duplicates', name: 'Duplicates', icon: 'duplicates', screen: DuplicatesScreen },
  { path: 'operate/coverage', name: 'Coverage', icon: 'usage', screen: CoverageScreen },
  { path: 'operate/erasure', name: 'Erasure', icon: 'erase', screen: ErasureScreen },
  { path: 'operate/service', name: 'Service', icon: 'signals', screen: ServiceScreen },
  { path: 'operate/log', name: 'Log', icon: 'log', screen: LogScreen },
];

/**
 * The console for operators. It shows the sign-in form until the service has accepted an operator key, and then the screen that the
 * path names.
 */
export function OperateApp(): JSX.Element {
  return (
    <Resumed heading="For operators" resume={resume}>
      {operatorKey.value === null ? <SignIn /> : <Screens />}
    </Resumed>
  );
}

function Screens(): JSX.Element {
  const [, first, ...rest] = path.value.split('/');
  const entry = navigation.find((each) => each.path === (first === undefined ? 'operate' : `operate/${first}`));
  return (
    <Frame
      brand="Operators"
      screens={navigation}
      current={first === 'tenants' ? 'operate' : entry?.path}
      account={<span class="tenant">Operator</span>}
      onSignOut={() => signOut(null)}
    >
      {first === 'tenants' ? (
        <TenantScreen key={rest.join('/')} id={decodeURIComponent(rest.join('/'))} />
      ) : first === 'imports' && rest.length > 0 ? (
        <ImportScreen key={rest.join('/')} id={rest.join('/')} />
      ) : entry === undefined ? (
        <MissingScreen>
          <Link to="operate">Go to the tenants</Link>.
        </MissingScreen>
      ) : (
        <entry.screen key={entry.path} rest={rest.join('/')} />
      )}
    </Frame>
  );
}
