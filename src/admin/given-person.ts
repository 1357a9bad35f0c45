import { Option } from 'nest-commander';
import { CommandError } from '../platform/errors/command-error.js';
import { AdminCommand } from './admin-command.js';

/** The options by which a command can name a person: the profile page or an e-mail address. */
export interface PersonOptions {
  readonly networkUrl?: string;
  readonly email?: string;
}

/** The base class of a subcommand that changes or exports one person. */
export abstract class GivenPersonCommand extends AdminCommand {
  @Option({ flags: '--network-url <url>', description: 'The profile page of the person' })
  parseNetworkUrl(text: string): string {
    return text;
  }

  @Option({ flags: '--email <address>', description: 'An e-mail address of the person' })
  parseEmail(text: string): string {
    return text;
  }
}

/**
 * Reads the profile page or e-mail address by which a command names a person. It can be the argument or one of the two options.
 * @param argument a profile page or an e-mail address; undefined when an option names the person
 * @throws CommandError when none or several of the three are given, or when an option has the wrong kind of text
 */
export function givenPerson(argument: string | undefined, { networkUrl, email }: PersonOptions): PersonOptions {
  const given = [argument, networkUrl, email].filter((text) => text !== undefined);
  // The message does not repeat the page or address, because messages may be logged.
  if (given.length !== 1)
    throw new CommandError(
      'Name the person once: by a profile page or an e-mail address, by --network-url, or by --email',
    );
  if (networkUrl !== undefined && isAddress(networkUrl))
    throw new CommandError('--network-url must be the profile URL of a person');
  if (email !== undefined && !isAddress(email)) throw new CommandError('--email must be an e-mail address');
  if (argument === undefined) return networkUrl === undefined ? { email: email ?? '' } : { networkUrl };
  return isAddress(argument) ? { email: argument } : { networkUrl: argument };
}

/** Whether a text is an e-mail address and not a profile page. A page can contain `@`, too, but it contains a slash. */
function isAddress(text: string): boolean {
  return text.includes('@') && !text.includes('/');
}
