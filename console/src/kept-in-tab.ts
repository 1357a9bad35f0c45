import { type Signal, signal } from '@preact/signals';
import { onTenant } from './session.js';

/** What {@link keptInTab} needs to know about the state of a screen. */
interface Kept<T> {
  /** The name under which the browser stores the state. */
  readonly name: string;
  /** The state for a user who has done nothing on the screen yet. */
  readonly untouched: T;
  /** The part of the state that is stored while the tab shows another page. By default it is the whole state. */
  readonly lasting?: (state: T) => T;
  /** Called before the state is forgotten, for example to abort a request. */
  readonly onEnd?: () => void;
}

/** What the browser stores for a tab while the tab shows a page outside of the console. */
interface Stored<T> {
  readonly tenant: string;
  /**
   * The URL of the script that has stored this. It is different for each version of the console,
   * and another version may not understand what is stored.
   */
  readonly program: string;
  readonly screen: T;
}

const program = import.meta.url;

/**
 * The state of a screen that must not get lost by a click, such as an answer that was paid for. The state is kept while the user looks at
 * other screens. The tab also stores it when the user follows a link to a page outside of the console or reloads the page. The state is
 * forgotten when the user signs out or signs in as another tenant, who must not see it. When a key has expired, the state stays for
 * the sign-in with another key of the same tenant.
 */
export function keptInTab<T>({ name, untouched, lasting = (state) => state, onEnd }: Kept<T>): Signal<T> {
  const kept = signal(untouched);
  let owner: string | undefined;
  addEventListener('pagehide', () => {
    if (owner === undefined || kept.value === untouched) return;
    try {
      const stored: Stored<T> = { tenant: owner, program, screen: lasting(kept.value) };
      sessionStorage.setItem(name, JSON.stringify(stored));
    } catch {
      // The state is larger than the storage that the browser gives a page, so nothing is kept.
      sessionStorage.removeItem(name);
    }
  });
  onTenant((tenant) => {
    owner = tenant;
    onEnd?.();
    // At a sign-out nothing fits, so this only removes what the tab has stored.
    const stored = takeStored<T>(name);
    const isOurs = stored !== null && stored.tenant === tenant && stored.program === program;
    kept.value = isOurs ? stored.screen : untouched;
  });
  return kept;
}

/** Reads and removes what the tab has stored under a name; null if it has stored nothing. */
function takeStored<T>(name: string): Stored<T> | null {
  const stored = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Stored<T> | null;
  sessionStorage.removeItem(name);
  return stored;
}
