import { render } from 'preact';
import { App } from './app.js';

// Browsers load the icon again when the path changes, and its address is relative to the first path.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
if (icon !== null) icon.setAttribute('href', icon.href);

const root = document.getElementById('console');
if (root !== null) render(<App />, root);
