// Prepares the checkout and runs Jest; arguments go to Jest.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();
const options = [process.env.NODE_OPTIONS, '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const env = { ...process.env, NODE_OPTIONS: options.filter(Boolean).join(' ') };
const jest = spawn(process.execPath, [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
jest.on('close', (code, signal) => process.exit(signal === null ? code : 1));
