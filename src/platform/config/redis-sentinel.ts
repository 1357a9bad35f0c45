import { expectReadable } from './connection-url.js';

/**
 * How to reach a Redis server through the sentinels that know which server is the master at present. The names are those of the
 * options of the Redis client.
 */
export interface SentinelOptions {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  /** The name under which the sentinels know the master. */
  readonly name: string;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: string;
  /** Present if the URL begins with `rediss+sentinel://`: Redis and the sentinels then use TLS. */
  readonly tls?: object;
  readonly enableTLSForSentinelMode?: boolean;
}

const urlPattern =
  /^(rediss?)\+sentinel:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^/?#]+)\/([^/?#]+)(?:\/(\d+))?(?:\?([^#]*))?$/;
const hostPattern = /^\[?([^\]]+?)\]?(?::(\d+))?$/;
const defaultPort = 26_379;

/**
 * Reads a URL that names the sentinels of a master: `redis+sentinel://user:password@a:26379,b/mymaster/0`. The user and the
 * password are those of Redis; the parameters `sentinel_username` and `sentinel_password` are for the sentinels.
 * @returns null if the URL begins with another scheme
 * @throws Error with a message of one line that tells the operator what is wrong with the URL
 */
export function sentinelOptions(url: string): SentinelOptions | null {
  expectReadable(url);
  if (!/^rediss?\+sentinel:/.test(url)) return null;
  const match = urlPattern.exec(url);
  if (match === null) {
    throw new Error('must look like redis+sentinel://host:26379,other-host:26379/name-of-the-master');
  }
  const [, scheme, username = '', password = '', hosts = '', name = '', db = '0', query = ''] = match;
  const parameters = new URLSearchParams(query);
  const [sentinelUsername, sentinelPassword] = [
    parameters.get('sentinel_username'),
    parameters.get('sentinel_password'),
  ];
  return {
    sentinels: hosts.split(',').map(sentinelOf),
    name: decodeURIComponent(name),
    db: Number(db),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(sentinelUsername === null ? {} : { sentinelUsername }),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(scheme === 'rediss' ? { tls: {}, enableTLSForSentinelMode: true } : {}),
  };
}

function sentinelOf(entry: string): { readonly host: string; readonly port: number } {
  const [, host = '', port] = hostPattern.exec(entry) ?? [];
  if (host === '') throw new Error('must name a host before and after every comma');
  return { host, port: port === undefined ? defaultPort : Number(port) };
}
