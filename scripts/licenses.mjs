// Prints the licenses of all packages in the image that others have written: the dependencies of the service, and the packages in the
// bundle of the console. `Dockerfile` stores the list in the image.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** The packages in the bundle of the console. They are no dependencies of the service. */
const bundledRoots = ['preact', '@preact/signals', 'idb', 'diff'];

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
