import { hostname, userInfo } from 'node:os';

/** A command that changes something, as the log of operators has it. */
export interface Operation {
  /** Its first words, such as `credits grant`. */
  readonly command: string;
  /** What followed them, without what may be a secret or personal data. */
  readonly arguments: readonly string[];
  /** The account of the operating system that ran the command, and who became it by `sudo`. */
  readonly systemUser: string;
  readonly host: string;
}

/** Subcommands that only read, and groups without subcommands that do. */
const readings = new Set(['list', 'show', 'entries', 'results', 'status', 'log', 'verify', 'help']);
/** Groups whose name is the whole command. */
const single = new Set(['status', 'log', 'migrate', 'prune']);
/** Options whose value is personal data. */
const personal = /^--(email|client-email|network-url)$/;
const url = /^([a-z]+:\/\/)(?:[^/@]*@)?([^/?#]+).*$/i;

/** The operation of a command line; null for one that only reads, asks for help, or is no command. */
export function operationOf(words: readonly string[], sudoUser: string | null): Operation | null {
  const [group = '', second = ''] = words;
  const isSingle = single.has(group);
  if (words.some((word) => word === '--help' || word === '-h') || readings.has(isSingle ? group : second)) return null;
  if (group === '' || (!isSingle && second === '')) return null;
  const command = isSingle ? group : `${group} ${second}`;
  return {
    command,
    arguments: words.slice(isSingle ? 1 : 2).map((word, index, all) => shown(word, all[index - 1] ?? '', group)),
    systemUser: systemUser(sudoUser),
    host: hostname(),
  };
}

/** An argument without personal data of an erased person or a client, and without what stands in a URL behind its host. */
function shown(word: string, before: string, group: string): string {
  const [, option = '', value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  if (value !== undefined) return `${option}=${shown(value, option, group)}`;
  if (personal.test(before) && (group === 'erase' || before !== '--network-url')) return '…';
  return word.replace(url, '$1$2/…');
}

function systemUser(sudoUser: string | null): string {
  const own = (() => {
    try {
      return userInfo().username;
    } catch {
      // An account without an entry in the list of accounts, as in many containers.
      return `uid ${process.getuid?.() ?? 'unknown'}`;
    }
  })();
  return sudoUser === null || sudoUser === own ? own : `${sudoUser} as ${own}`;
}
