// Module hooks of a Jest worker: Node's own loader reads TypeScript, and `@jest/globals` is what the runner has set.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const globals = new URL('globals.mjs', import.meta.url).href;

/** Finds the `.ts` file that an import of its `.js` means, and the same module for every import of `@jest/globals`. */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url.split('?')[0]), { sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
