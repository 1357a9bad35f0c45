import { type ComponentChild, render } from 'preact';

/** Shows a page of the console. */
export function start(app: ComponentChild): void {
  // The address of the icon in the page is relative to the first path. Some browsers load the icon again when the path changes, so the
  // address is made absolute.
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon !== null) icon.setAttribute('href', icon.href);
  const root = document.getElementById('console');
  if (root !== null) render(app, root);
}
