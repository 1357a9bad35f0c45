import { launch } from './launch.mjs';

await launch('worker.js');
