// Runs a tool or an example: `node tools/run.mjs bench/http --quick` imports tools/bench/http.ts and passes the other arguments on.
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from '../scripts/prepare.mjs';

const [tool = '', ...args] = process.argv.slice(2);
const files = ['tools', 'examples'].map((folder) => join(root, folder, `${tool}.ts`));
const [file = files[0]] = files.filter(existsSync);
process.argv = [process.execPath, file, ...args];
await prepare();
register('./typescript.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
