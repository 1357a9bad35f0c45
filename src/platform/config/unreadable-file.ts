import { types } from 'node:util';
import { CommandError } from '../errors/command-error.js';

const explanations = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['Z_BUF_ERROR', 'the gzip data ends early, so the file is incomplete'],
  ['Z_DATA_ERROR', 'the gzip data is damaged'],
]);

/**
 * Makes the error of a command whose file cannot be read. All commands use this function, so that they report it in the same words.
 * @param path the path of the file, or `-` for standard input
 * @param line the number of the last line that could be read; 0 if there is none
 */
export function cannotRead(path: string, error: unknown, line = 0): CommandError {
  const name = path === '-' ? 'standard input' : path;
  const where = line === 0 ? '' : ` after line ${line}`;
  return new CommandError(`Cannot read ${name}${where}: ${explain(error)}`, { cause: error });
}

function explain(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return explanations.get(code) ?? error.message;
}
