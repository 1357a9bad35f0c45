import { signal } from '@preact/signals';

/** The path of the console: `/console/`, or `/data/console/` behind a proxy that adds the prefix `/data`. */
const consolePath = new URL('../', import.meta.url).pathname;

/** The address of the service without a slash at its end: `https://data.example.com`. */
export const serviceUrl = new URL('../../', import.meta.url).href.replace(/\/$/, '');

/** The path after the path of the console, without a leading slash: `prospects/12`. It is empty for the first screen. */
export const path = signal(currentPath());

/**
 * The query string of the page. Screens keep their filters in it. No screen may put contact data into it, because browsers and
 * proxies store URLs.
 */
export const query = signal(new URLSearchParams(location.search));

addEventListener('popstate', readLocation);

export function hrefOf(target: string): string {
  return target === '' ? consolePath.replace(/\/$/, '') : consolePath + target;
}

/** Opens a screen. @param target the path after the path of the console, with the query string: `usage?group=key` */
export function navigate(target: string): void {
  history.pushState(null, '', hrefOf(target));
  readLocation();
  scrollTo(0, 0);
}

/**
 * Changes parameters of the query string. The button "Back" of the browser does not undo the change. Null or an empty text removes
 * a parameter.
 */
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
