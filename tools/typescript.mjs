// The loader hooks with which Node imports TypeScript: each file is compiled when it is imported. Node 20 cannot remove types by itself.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';

const root = join(import.meta.dirname, '..');
/** The source of the client. It is imported in place of the package, which need not be built then. */
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

/**
 * Whether a URL names a TypeScript file.
 * @param {string | undefined} url may have a query string: Jest's runner adds another one to load a file again
 */
function isTypeScript(url) {
  return url !== undefined && /\.ts(\?|$)/.test(url);
}
