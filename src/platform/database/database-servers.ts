import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkServerIdentity } from 'node:tls';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { type DatabaseHost, databaseHosts, type SessionTarget } from '../config/database-hosts.js';
import { singleLine } from '../errors/command-error.js';

/** How long a server may take to say what it is, in milliseconds. */
const askMs = 3_000;
/** How long the servers before have time to answer until the next one is asked, too, in milliseconds. */
const headStartMs = 250;

/** What a session needs of its server, as conditions on what the server says. */
const conditions: Readonly<Record<SessionTarget, string>> = {
  any: 'true',
  'read-write': `current_setting('transaction_read_only') = 'off'`,
  'read-only': `current_setting('transaction_read_only') = 'on'`,
  primary: 'not pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
};

/** Why no server was chosen; the message has a reason for each. */
class NoSuitableServer extends Error {}

/**
 * The servers of a database URL. Of several, connections go to the one that was found suitable first. When a connection is lost, the
 * next one asks the servers anew; if another server is then chosen, the connections to the one before are closed, so that no
 * statement goes to a former primary.
 */
export class DatabaseServers {
  private readonly sockets = new Map<Socket, DatabaseHost>();
  private chosen: DatabaseHost | null = null;
  private search: Promise<DatabaseHost> | null = null;

  private constructor(
    private readonly hosts: readonly DatabaseHost[],
    private readonly target: SessionTarget,
    /** How `pg` connects: to be spread into the settings of a client or a pool. */
    readonly settings: pg.ClientConfig,
  ) {}

  /** @param ofSeveral what a session needs when the URL names several servers and does not say which of them */
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
   * Asks the servers anew, after one has refused what it should do. It does nothing for a URL of one server.
   * @returns when the answer is known
   */
  async reconsider(): Promise<void> {
    if (this.settings.stream === undefined) return;
    this.chosen = null;
    await this.choose().catch(() => undefined);
  }

  /** A socket that connects to the chosen server, whichever server it is told. */
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
    // The server closed the connection first: it stops, or an operator has ended the session.
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

/** @throws Error when the server does not answer or is not what is needed */
async function expectSuitable({ url }: DatabaseHost, target: SessionTarget): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'data-access-service search',
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
  });
  // A lost connection fails the question; without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_suitable: boolean }>(`select ${conditions[target]} as is_suitable`);
    if (rows[0]?.is_suitable !== true) throw new Error(`it is not ${target}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A certificate is accepted when it names any of the servers, because the driver does not tell which of them was chosen. */
function identify(
  hosts: readonly DatabaseHost[],
  certificate: Parameters<typeof checkServerIdentity>[1],
): Error | undefined {
  const faults = hosts.map(({ host }) => checkServerIdentity(host.replace(/^\[|\]$/g, ''), certificate));
  return faults.includes(undefined) ? undefined : faults[0];
}
