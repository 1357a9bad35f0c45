import { type ComponentChild, render } from 'preact';

/** Shows a page of the console. */
export function start(app: ComponentChild): void {
  // In the HTML, the address of the icon is relative to the path with which the page was opened. Some browsers load the icon again
  // when the path changes. So the address is made absolute here.
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon !== null) icon.setAttribute('href', icon.href);
  const root = document.getElementById('console');
  if (root !== null) render(app, root);
}
