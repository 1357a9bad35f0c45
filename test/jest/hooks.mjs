// Loader hooks of a Jest worker: TypeScript is compiled at import, and every import of `@jest/globals` gets the same module.
export { load } from '../../tools/typescript.mjs';
import { resolve as resolveTypeScript } from '../../tools/typescript.mjs';

const globals = new URL('globals.mjs', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  return resolveTypeScript(specifier, context, nextResolve);
}
