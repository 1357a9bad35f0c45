import { hostname, userInfo } from 'node:os';

/** A command that changes something, as the operators' log stores it. */
export interface Operation {
  /** The first words of the command, such as `credits grant`. */
  readonly command: string;
  /** The words that followed the command, without those that may be secrets or personal data. */
  readonly arguments: readonly string[];
  /**
   * The account of the operating system that ran the command. If it was reached by `sudo`, the account that used `sudo`
   * is named, too.
   */
  readonly systemUser: string;
  readonly host: string;
}

/** The commands that only read: subcommands, such as `list` in `import list`, and groups without subcommands, such as `status`. */
const readings = new Set(['list', 'show', 'entries', 'callbacks', 'results', 'status', 'log', 'verify', 'help']);
/** Options with which every command only reads. */
const readingOptions = new Set(['--help', '-h', '--dry-run']);
/** The groups that have no subcommands. */
const single = new Set(['status', 'log', 'migrate', 'prune', 'follow', 'unfollow', 'doctor']);
/** The options with which `follow` changes something. */
const changingFollow = /^--(companies|persons|all-enriched)\b/;
/** The options whose values are personal data. */
const personal = /^--(email|client-email|network-url)$/;
const url = /^([a-z]+:\/\/)(?:[^/@]*@)?([^/?#]+).*$/i;

/** The operation that a command line does; null if it only reads, asks for help, or names no command. */
export function operationOf(words: readonly string[], sudoUser: string | null): Operation | null {
  const [group = '', second = ''] = words;
  const isSingle = single.has(group);
  if (words.some((word) => readingOptions.has(word)) || readings.has(isSingle ? group : second)) return null;
  // Without one of these options, `follow` changes nothing: it prints how many records the tenant follows.
  if (group === 'follow' && !words.some((word) => changingFollow.test(word))) return null;
  if (group === 'doctor' && !words.includes('--repair')) return null;
  if (group === '' || (!isSingle && second === '')) return null;
  const command = isSingle ? group : `${group} ${second}`;
  return {
    command,
    arguments: words.slice(isSingle ? 1 : 2).map((word, index, all) => shown(word, all[index - 1] ?? '', group)),
    systemUser: systemUser(sudoUser),
    host: hostname(),
  };
}

/**
 * An argument as the log may contain it: without personal data of an erased person or a client, and without the part of
 * a URL after its host.
 */
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
      // Many containers have no entry in `/etc/passwd` for the account that runs the command.
      return `uid ${process.getuid?.() ?? 'unknown'}`;
    }
  })();
  return sudoUser === null || sudoUser === own ? own : `${sudoUser} as ${own}`;
}
