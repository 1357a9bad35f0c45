import { CommandError } from '../errors/command-error.js';
import { isPrintable } from './text.js';

/**
 * Checks a text that an operator gives and that other people read later, such as the name of a tenant or the label of a key. A control
 * character in it could change what a terminal shows, and a mark for the direction of text could make a name look like another one.
 * @param what the subject of the message, such as `The label`
 * @throws CommandError when the text has such a character
 */
export function assertPrintable(what: string, text: string): void {
  if (isPrintable(text)) return;
  throw new CommandError(`${what} has a control character or an invisible mark, such as NUL; leave it out`);
}
