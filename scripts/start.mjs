import { refuseArguments } from './arguments.mjs';
import { launch } from './launch.mjs';

await refuseArguments(
  'npm start',
  `Installs and builds what is missing, then serves the API and works on jobs until Ctrl-C. Without DATABASE_URL it runs its
own PostgreSQL; an empty database gets demo data and a key, which are printed with requests to try.`,
);
await launch('main.js');
