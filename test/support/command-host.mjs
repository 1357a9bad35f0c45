// Runs commands of the built command line for a test, which sends them one at a time; ends with its sender.
import { Readable } from 'node:stream';
import { runCommandLine } from '../../dist/admin/command-line.js';
import { readConfig } from '../../dist/platform/config/config.js';

process.on('message', async ({ args, stdin, env, screen }) => {
  const printed = { stdout: '', stderr: '' };
  const print = (output) => ({ write: (text) => (printed[output] += text) });
  const host = {
    stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
    stdout: screen === null ? print('stdout') : { ...print('stdout'), isTTY: true, columns: screen },
    stderr: print('stderr'),
    once: () => undefined,
  };
  const code = await runCommandLine(args, host, () => readConfig(env));
  process.send({ code, ...printed });
});
