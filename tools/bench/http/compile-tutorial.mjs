import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transformFile } from '@swc/core';
import { root } from '../../../scripts/prepare.mjs';

const source = join(root, 'tools', 'bench', 'http', 'tutorial-server');
/** As deep below the checkout as the source, so that relative paths hold, and where packages are found. */
const target = join(root, 'node_modules', '.cache', 'tutorial-server');

/** Compiles the tutorial server. @returns the program to run; it needs the built service's database client */
export async function compileTutorialServer() {
  await mkdir(target, { recursive: true });
  const names = (await readdir(source)).filter((name) => name.endsWith('.ts'));
  for (const name of names) {
    const { code } = await transformFile(join(source, name), { cwd: root, configFile: join(root, '.swcrc') });
    const text = code.replaceAll('../../../../src/generated/', '../../../dist/generated/');
    await writeFile(join(target, `${basename(name, '.ts')}.js`), text);
  }
  await writeFile(join(target, 'package.json'), '{ "type": "module" }\n');
  return join(target, 'main.js');
}
