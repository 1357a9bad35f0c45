// Refuses arguments of programs that take none: all settings are environment variables.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Ends this process when it was given arguments: with 0 after `--help`, with 2 otherwise.
 * @param {string} command such as `npm start`
 * @param {string} purpose a sentence for `--help`
 */
export async function refuseArguments(command, purpose) {
  const [first, second = ''] = process.argv.slice(2);
  if (first === undefined) return;
  const settings = await readSettings();
  if (['--help', '-h', 'help'].includes(first)) {
    process.stdout.write(help(command, purpose, settings));
    process.exit(0);
  }
  const [flag, value = second] = first.split('=');
  const name = flag.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  // A value that is not a number may be a secret.
  const hint = settings.some((each) => each.name === name)
    ? `${name}=${/^\d+$/.test(value) ? value : '…'}`
    : 'PORT=4000';
  const shown = flag.replace(/[\p{Cc}\s]+/gu, ' ');
  process.stderr.write(
    `${command} takes no argument ${shown}: set variables, as in ${hint} ${command} (${command} -- --help lists them)\n`,
  );
  process.exit(2);
}

/** The table of variables in docs/operations.md. */
async function readSettings() {
  const text = await readFile(join(root, 'docs', 'operations.md'), 'utf8');
  const rows = text.matchAll(/^\| `([A-Z_]+…?)` +\| (.+?) +\| (.+?) +\|$/gm);
  return [...rows].map(([, name, fallback, meaning]) => ({ name, fallback: plain(fallback), meaning: plain(meaning) }));
}

function plain(markdown) {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll('\\|', '|');
}

function help(command, purpose, settings) {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lines = settings.map(({ name, fallback, meaning }) => {
    const unlessSet = fallback === '–' ? '' : ` (${fallback})`;
    return `  ${name.padEnd(width)}  ${meaning}${unlessSet}`;
  });
  return [
    `Usage: ${command}`,
    '',
    purpose,
    '',
    `Variables, set as in PORT=4000 ${command}, with their defaults in brackets:`,
    '',
    ...lines,
    '',
    `More in ${join(root, 'docs', 'operations.md')} and README.md.`,
    '',
  ].join('\n');
}
