// Prints the licenses of all packages of others that the image contains: those that the service runs on, and those in the bundle of
// the console. `Dockerfile` stores the list in the image.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** What the console's bundle is made of, beside our own code; for the service these are no dependencies. */
const bundledRoots = ['preact', '@preact/signals'];

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const bundled = new Set(bundledRoots.flatMap(withDependencies));

const installed = Object.entries(packages).filter(
  ([path, { dev, optional, devOptional, link }]) =>
    path.startsWith('node_modules/') &&
    link !== true &&
    (bundled.has(path) || !(dev === true || optional === true || devOptional === true)),
);
for (const [path, { version }] of installed) {
  const { license, licenses } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const names = license ?? licenses?.map(({ type }) => type).join(' or ') ?? 'license not stated';
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  process.stdout.write(`${'='.repeat(80)}\n${name} ${version}: ${names}\n\n${textsOf(path).join('\n\n')}\n\n`);
}

function withDependencies(name) {
  const path = `node_modules/${name}`;
  return [path, ...Object.keys(packages[path].dependencies ?? {}).flatMap(withDependencies)];
}

/** The texts of licenses and notices in the folder of a package; some packages have none. */
function textsOf(path) {
  const names = readdirSync(join(root, path)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return names.sort().map((name) => readFileSync(join(root, path, name), 'utf8').trim());
}
