import { App } from './app.js';
import { start } from './start.js';

start(<App />);
