// Runs a tool: `node tools/run.mjs bench/http --quick` imports tools/bench/http.ts and passes the other arguments on.
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from '../scripts/prepare.mjs';

const [tool = '', ...args] = process.argv.slice(2);
const file = join(root, 'tools', `${tool}.ts`);
process.argv = [process.execPath, file, ...args];
await prepare();
register('./typescript.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
