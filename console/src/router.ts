import { signal } from '@preact/signals';

/** The path of the console, such as `/console/`, also behind a proxy that adds a prefix. */
const consolePath = new URL('../', import.meta.url).pathname;

/** The address of the service. */
export const serviceUrl = new URL('../../', import.meta.url).href.replace(/\/$/, '');

/** The path below the console, without a leading slash, such as `prospects/12`; empty for the first screen. */
export const path = signal(currentPath());

/** The filter of a screen: no contact data, because addresses are kept in histories and logs. */
export const query = signal(new URLSearchParams(location.search));

addEventListener('popstate', readLocation);

export function hrefOf(target: string): string {
  return target === '' ? consolePath.replace(/\/$/, '') : consolePath + target;
}

/** @param target a path below the console, with its query string */
export function navigate(target: string): void {
  history.pushState(null, '', hrefOf(target));
  readLocation();
  scrollTo(0, 0);
}

/** Replaces the query string without an entry in the history. */
export function setQuery(values: Readonly<Record<string, string | null>>): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  history.replaceState(null, '', location.pathname + (next.size === 0 ? '' : `?${next.toString()}`));
  query.value = next;
}

function readLocation(): void {
  query.value = new URLSearchParams(location.search);
  path.value = currentPath();
}

function currentPath(): string {
  return location.pathname.startsWith(consolePath)
    ? location.pathname.slice(consolePath.length).replace(/\/$/, '')
    : '';
}
