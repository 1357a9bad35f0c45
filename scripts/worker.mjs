import { refuseArguments } from './arguments.mjs';
import { launch } from './launch.mjs';

await refuseArguments(
  'npm run worker',
  'Installs and builds what is missing, then works on jobs until Ctrl-C. It answers no requests.',
);
await launch('worker.js');
