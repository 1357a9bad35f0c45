// Refuses arguments of programs that have no arguments, because all settings are environment variables.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Ends this process if it was given arguments: with exit code 0 and the help after `--help`, otherwise with exit code 2 and a message.
 * @param {string} command the command that the user has typed: `npm start`
 * @param {string} purpose a sentence for `--help` that says what the command does
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
  // The message repeats only numbers, because another value may be a secret.
  const hint = settings.some((each) => each.name === name)
    ? `${name}=${/^\d+$/.test(value) ? value : '…'}`
    : 'PORT=4000';
  const shown = flag.replace(/[\p{Cc}\s]+/gu, ' ');
  process.stderr.write(
    `${command} takes no argument ${shown}: set variables, as in ${hint} ${command} (${command} -- --help lists them)\n`,
  );
  process.exit(2);
}

/** Reads the table of variables in docs/operations.md. */
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
