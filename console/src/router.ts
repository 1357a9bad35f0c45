import { signal } from '@preact/signals';

/** The path of the console: `/console/`, or `/data/console/` behind a proxy that adds the prefix `/data`. */
const consolePath = new URL('../', import.meta.url).pathname;

/** The address of the service without a slash at its end: `https://data.example.com`. */
export const serviceUrl = new URL('../../', import.meta.url).href.replace(/\/$/, '');

/** The path below the console, without a leading slash, such as `prospects/12`; empty for the first screen. */
export const path = signal(currentPath());

/** The query string, in which a screen keeps its filter. It has no contact data, because browsers and proxies store addresses. */
export const query = signal(new URLSearchParams(location.search));

addEventListener('popstate', readLocation);

export function hrefOf(target: string): string {
  return target === '' ? consolePath.replace(/\/$/, '') : consolePath + target;
}

/** Opens a screen. @param target a path below the console, with its query string: `usage?group=key` */
export function navigate(target: string): void {
  history.pushState(null, '', hrefOf(target));
  readLocation();
  scrollTo(0, 0);
}

/** Changes parameters of the query string without a new entry in the browser's history. Null or an empty text removes a parameter. */
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
