// Runs a tool or an example: `node tools/run.mjs bench/http --quick` imports tools/bench/http.ts and passes the other arguments on.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from '../scripts/prepare.mjs';

const examples = join(root, 'examples');
const [tool = '', ...args] = process.argv.slice(2);
const file = [join(root, 'tools', `${tool}.ts`), join(examples, `${tool}.ts`)].find(existsSync);
if (file === undefined) {
  const problem = tool === '' ? 'Name an example' : `There is no example ${JSON.stringify(tool)}`;
  process.stderr.write(`${problem}: npm run example -- NAME\n${listOfExamples()}`);
  process.exit(1);
}
process.argv = [process.execPath, file, ...args];
await prepare();
register('./typescript.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
try {
  await import(pathToFileURL(file).href);
} catch (error) {
  // An example fails because of its file, its API key or the service. So only the message is shown, without the stack trace.
  if (!file.startsWith(examples)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** A line for each example: its name, and the beginning of its first comment. */
function listOfExamples() {
  const names = readdirSync(examples).map((name) => name.replace(/\.ts$/, ''));
  const width = Math.max(...names.map(({ length }) => length));
  const lines = names.map((name) => {
    const [, purpose] = /^\/\/ ([^:\n]+)/.exec(readFileSync(join(examples, `${name}.ts`), 'utf8')) ?? [];
    return `  ${name.padEnd(width)}  ${purpose}\n`;
  });
  return lines.join('');
}
