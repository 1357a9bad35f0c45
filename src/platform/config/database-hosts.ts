import { expectReadable } from './connection-url.js';

/** One of the servers that a database URL names. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
  /** The URL of this server alone, without the parameter `target_session_attrs`. */
  readonly url: string;
}

/**
 * The kinds of server that a session may need if a URL names several servers. These are the values of the URL parameter
 * `target_session_attrs`, as in PostgreSQL's own clients.
 */
const sessionTargets = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const;

export type SessionTarget = (typeof sessionTargets)[number];

/** The servers that a database URL names, and the kind of server that a session needs. */
export interface DatabaseHosts {
  readonly hosts: readonly DatabaseHost[];
  /** The kind of server that a session needs; null if the URL does not state it. */
  readonly target: SessionTarget | null;
}

const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)([^?#]*)(\?[^#]*)?/;
const hostPattern = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/;
const targetParameter = /[?&]target_session_attrs=([^&]*)/;
const defaultPort = 5432;

/**
 * Reads the servers of a database URL as PostgreSQL's own clients do: `postgresql://user@a,b:5433/db?target_session_attrs=read-write`
 * names the servers `a:5432` and `b:5433`.
 * @throws Error with a message of one line that tells the operator what is wrong with the URL
 */
export function databaseHosts(url: string): DatabaseHosts {
  expectReadable(url);
  const [, start = '', authority = '', path = '', parameters = ''] = urlPattern.exec(url) ?? [];
  const target = targetParameter.exec(parameters)?.[1] ?? null;
  if (target !== null && !isTarget(target)) {
    throw new Error(`must have one of ${sessionTargets.join(', ')} as target_session_attrs, unlike "${target}"`);
  }
  const others = parameters.replace(targetParameter, '').replace(/^&/, '?');
  const hosts = authority.split(',').map((entry) => {
    const [, host = '', port] = hostPattern.exec(entry) ?? [];
    if (host === '' && authority.includes(',')) throw new Error(`must name a host before and after every comma`);
    return { host, port: port === undefined ? defaultPort : Number(port), url: `${start}${entry}${path}${others}` };
  });
  return { hosts, target };
}

function isTarget(value: string): value is SessionTarget {
  return (sessionTargets as readonly string[]).includes(value);
}
