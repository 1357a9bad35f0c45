// Loader hooks with which Node 20, which does not strip types, imports TypeScript: each file is compiled when it is imported.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';

const root = join(import.meta.dirname, '..');
/** Its source, so that it need not be built. */
const client = pathToFileURL(join(root, 'client', 'src', 'client.ts')).href;

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  const isSource = specifier.startsWith('.') && isTypeScript(context.parentURL);
  if (specifier === 'data-access-client') return nextResolve(client, context);
  return nextResolve(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!isTypeScript(url)) return nextLoad(url, context);
  const options = { cwd: root, configFile: join(root, '.swcrc'), sourceMaps: 'inline' };
  const { code } = await transformFile(fileURLToPath(url.split('?')[0]), options);
  return { format: 'module', source: code, shortCircuit: true };
}

/** @param {string | undefined} url a query may follow the path: Jest's runner loads a file again by a new one */
function isTypeScript(url) {
  return url !== undefined && /\.ts(\?|$)/.test(url);
}
