import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkServerIdentity } from 'node:tls';
import type pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { type DatabaseHost, databaseHosts, type SessionTarget } from '../config/database-hosts.js';
import { singleLine } from '../errors/command-error.js';
import { withSession } from './sessions.js';

/** A session that asks a server what kind of server it is. */
const asking = { name: 'search', connectMs: 3_000, queryMs: 3_000 } as const;
/** How long to wait for one server's answer before also asking the next server, in milliseconds. */
const headStartMs = 250;

/** For each kind of server that a session may need, a SQL condition that is true on such a server. */
const conditions: Readonly<Record<SessionTarget, string>> = {
  any: 'true',
  'read-write': `current_setting('transaction_read_only') = 'off'`,
  'read-only': `current_setting('transaction_read_only') = 'on'`,
  primary: 'not pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
};

/** The error when no server of the URL is of the kind that a session needs. The message gives the reason for each server. */
class NoSuitableServer extends Error {}

/**
 * The servers that a database URL names. If there are several, all connections go to one of them: the first server of the
 * needed kind that answers. After a connection is lost, the next connection asks all servers again. If another server is
 * then chosen, the connections to the earlier one are closed, so that no statement goes to a server that is no longer the primary
 * one.
 */
export class DatabaseServers {
  private readonly sockets = new Map<Socket, DatabaseHost>();
  private chosen: DatabaseHost | null = null;
  private search: Promise<DatabaseHost> | null = null;

  private constructor(
    private readonly hosts: readonly DatabaseHost[],
    private readonly target: SessionTarget,
    /** The settings with which a `pg` client or pool connects to the chosen server. */
    readonly settings: pg.ClientConfig,
  ) {}

  /**
   * Reads the servers of a database URL.
   * @param ofSeveral the kind of server that a session needs; it applies if the URL names several servers and has no
   * `target_session_attrs`
   */
  static of(url: string, ofSeveral: SessionTarget): DatabaseServers {
    const { hosts, target } = databaseHosts(url);
    const [first] = hosts;
    if (first === undefined || (hosts.length === 1 && target === null)) {
      return new DatabaseServers(hosts, 'any', { connectionString: url });
    }
    const settings: pg.ClientConfig = parseIntoClientConfig(first.url);
    if (typeof settings.ssl === 'object')
      settings.ssl.checkServerIdentity ??= (_, certificate) => identify(hosts, certificate);
    const servers = new DatabaseServers(hosts, target ?? ofSeveral, settings);
    settings.stream = () => servers.openSocket();
    return servers;
  }

  /**
   * Chooses a server again by asking all of them. It is called when the chosen server has refused to write. For a URL with one
   * server it does nothing.
   * @returns a promise that resolves when the servers have been asked
   */
  async reconsider(): Promise<void> {
    if (this.settings.stream === undefined) return;
    this.chosen = null;
    await this.choose().catch(() => undefined);
  }

  /** Opens a socket that connects to the chosen server, and not to the host and port with which the driver calls `connect`. */
  private openSocket(): Socket {
    const socket = new Socket();
    const connect = socket.connect.bind(socket);
    const toChosen = (): Socket => {
      this.choose().then(
        (server) => {
          if (socket.destroyed) return;
          this.sockets.set(socket, server);
          connect(server.port, server.host.replace(/^\[|\]$/g, ''));
        },
        (error: unknown) => socket.destroy(error instanceof Error ? error : new Error(String(error))),
      );
      return socket;
    };
    socket.once('error', () => (this.chosen = null));
    // The server has closed the connection, because it is stopping or because an operator has ended the session. So all servers
    // must be asked again.
    socket.once('end', () => {
      if (!socket.writableEnded) this.chosen = null;
    });
    socket.once('close', () => this.sockets.delete(socket));
    return Object.assign(socket, { connect: toChosen });
  }

  private async choose(): Promise<DatabaseHost> {
    if (this.chosen !== null) return this.chosen;
    this.search ??= this.find().finally(() => (this.search = null));
    return this.search;
  }

  private async find(): Promise<DatabaseHost> {
    const found = new AbortController();
    const questions = this.hosts.map(async (server, index) => {
      await sleep(index * headStartMs, undefined, { signal: found.signal });
      await expectSuitable(server, this.target);
      return server;
    });
    try {
      const server = await Promise.any(questions);
      this.chosen = server;
      for (const [socket, { url }] of this.sockets) if (url !== server.url) socket.destroy();
      return server;
    } catch (error) {
      const reasons = error instanceof AggregateError ? error.errors : [error];
      const named = this.hosts.map(({ host, port }, index) => `${host}:${port}: ${singleLine(reasons[index])}`);
      throw new NoSuitableServer(`No server of the URL is usable (${named.join('; ')})`, { cause: error });
    } finally {
      found.abort();
    }
  }
}

/**
 * Checks that a server is of the kind that a session needs. The check connects to the server and asks it.
 * @throws Error when the server does not answer, or is of another kind
 */
async function expectSuitable({ url }: DatabaseHost, target: SessionTarget): Promise<void> {
  await withSession({ connectionString: url }, asking, async (session) => {
    const { rows } = await session.query<{ is_suitable: boolean }>(`select ${conditions[target]} as is_suitable`);
    if (rows[0]?.is_suitable !== true) throw new Error(`it is not ${target}`);
  });
}

/**
 * Checks the name in a server's certificate. The name of any host in the URL is accepted, because the driver does not say to which
 * of these hosts it has connected.
 */
function identify(
  hosts: readonly DatabaseHost[],
  certificate: Parameters<typeof checkServerIdentity>[1],
): Error | undefined {
  const faults = hosts.map(({ host }) => checkServerIdentity(host.replace(/^\[|\]$/g, ''), certificate));
  return faults.includes(undefined) ? undefined : faults[0];
}
