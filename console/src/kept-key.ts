/**
 * How long the browser keeps a key. `memory`: until the page is reloaded. `tab`: until the tab is closed. `browser`: in all tabs,
 * until the user signs out.
 */
export type Keeping = 'memory' | 'tab' | 'browser';

/** The choices for {@link Keeping}, in the words of the sign-in form. */
export const keepings: readonly (readonly [Keeping, string])[] = [
  ['memory', 'Until the page is reloaded'],
  ['tab', 'Until this tab is closed'],
  ['browser', 'In this browser, until you sign out'],
];

/** A key with which a user signs in, as this browser stores it for one tab or for all tabs. */
export class KeptKey {
  /** The key with which the user has signed in only in this tab. Null if this tab uses the key that is stored for all tabs. */
  private own: string | null = null;

  /**
   * @param name the name under which the browser stores the key
   * @param onRemoval called when the key of this tab is removed in another tab, because the user has signed out there
   */
  constructor(
    private readonly name: string,
    onRemoval: () => void,
  ) {
    addEventListener('storage', ({ key, oldValue, newValue }) => {
      const isRemoved = key === name && (oldValue ?? '') !== '' && newValue === null;
      if (isRemoved && (this.own ?? oldValue) === oldValue) onRemoval();
    });
  }

  /** The stored key; null if none is stored. */
  read(): string | null {
    this.own = sessionStorage.getItem(this.name);
    const key = this.own ?? localStorage.getItem(this.name);
    return key === '' ? null : key;
  }

  /** Stores the key with which the user has signed in. */
  keep(key: string, keeping: Keeping): void {
    if (keeping === 'tab') sessionStorage.setItem(this.name, key);
    if (keeping === 'browser') localStorage.setItem(this.name, key);
    this.own = localStorage.getItem(this.name) === key ? null : key;
  }

  /**
   * Removes a key that the service no longer accepts. Other tabs are not signed out, so that they keep what they show. They notice at their
   * next request that the key has expired.
   */
  expire(): void {
    sessionStorage.removeItem(this.name);
    if (this.own === null && localStorage.getItem(this.name) !== null) localStorage.setItem(this.name, '');
  }

  /** Removes the key of this tab. If all tabs use this key, the user is signed out in all of them. */
  remove(): void {
    sessionStorage.removeItem(this.name);
    if (this.own === null) localStorage.removeItem(this.name);
  }
}
