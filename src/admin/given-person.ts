import { CommandError } from '../platform/errors/command-error.js';

/** The ways in which commands take a person beside the argument, which is a page or an address. */
export interface PersonOptions {
  readonly networkUrl?: string;
  readonly email?: string;
}

/**
 * The one page or address by which a command names a person.
 * @param argument a page or an address; undefined when an option names the person
 * @throws CommandError when nothing or more than one thing is given, or an option has the other kind of text
 */
export function givenPerson(argument: string | undefined, { networkUrl, email }: PersonOptions): PersonOptions {
  const given = [argument, networkUrl, email].filter((text) => text !== undefined);
  // Not the texts themselves: the line may be logged.
  if (given.length !== 1)
    throw new CommandError('Give the person once: a profile page or an e-mail address, --network-url or --email');
  if (networkUrl !== undefined && isAddress(networkUrl))
    throw new CommandError('--network-url must be the profile URL of a person');
  if (email !== undefined && !isAddress(email)) throw new CommandError('--email must be an e-mail address');
  if (argument === undefined) return networkUrl === undefined ? { email: email ?? '' } : { networkUrl };
  return isAddress(argument) ? { email: argument } : { networkUrl: argument };
}

/** Whether a text is rather an address than a page, which may have an @, too. */
function isAddress(text: string): boolean {
  return text.includes('@') && !text.includes('/');
}
