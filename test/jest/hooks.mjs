// The loader hooks of a Jest worker. A file of `src/` is loaded from `dist/`, where the build has compiled it, as `npm start` does. Tests
// and their helpers are compiled when they are imported. Every import of `@jest/globals` gets `globals.mjs`.
export { load } from '../../tools/typescript.mjs';
import { resolve as resolveTypeScript } from '../../tools/typescript.mjs';

const globals = new URL('globals.mjs', import.meta.url).href;
const sources = new URL('../../src/', import.meta.url).href;
const compiled = new URL('../../dist/', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  const resolved = await resolveTypeScript(specifier, context, nextResolve);
  return isCompiled(resolved.url) ? { ...resolved, url: compiledFrom(resolved.url), format: 'module' } : resolved;
}

/** Whether the build compiles or copies the file. nest-cli.json excludes the files of tests. */
function isCompiled(url) {
  return url.startsWith(sources) && /\.(ts|mjs)$/.test(url) && !/\.(spec|suite|fixture)\.ts$/.test(url);
}

function compiledFrom(url) {
  return compiled + url.slice(sources.length).replace(/\.ts$/, '.js');
}
