import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The packets that a connection drops: none, those of the database, or those of both sides. */
type Loss = 'nothing' | 'answers' | 'everything';

interface Line {
  readonly client: Socket;
  readonly server: Socket;
  loss: Loss;
}

/** A TCP proxy between a service and its database that can drop packets, as a network without a connection does. */
export class SilentProxy {
  private readonly lines = new Set<Line>();
  private lossOfNew: Loss = 'nothing';

  private constructor(
    private readonly listener: Server,
    /** The database URL through the proxy. */
    readonly url: string,
  ) {}

  /**
   * Starts a proxy in front of a server of PostgreSQL.
   * @param databaseUrl the URL of a server that listens on TCP.
   */
  static async before(databaseUrl: string): Promise<SilentProxy> {
    const target = new URL(databaseUrl);
    const listener = createServer();
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const proxy = new SilentProxy(listener, url.href);
    listener.on('connection', (client: Socket) => proxy.join(client, connect(Number(target.port), target.hostname)));
    return proxy;
  }

  /** Drops the packets of all open connections permanently. */
  silence(loss: Loss = 'everything'): void {
    for (const line of this.lines) line.loss = loss;
  }

  /** Drops the packets of all open and new connections, until `restore` is called. */
  silenceAll(loss: Loss = 'everything'): void {
    this.silence(loss);
    this.lossOfNew = loss;
  }

  /** Forwards the packets of new connections again. Connections that drop packets continue to drop them. */
  restore(): void {
    this.lossOfNew = 'nothing';
  }

  /** Closes all connections and rejects new ones. */
  async close(): Promise<void> {
    const closed = once(this.listener, 'close');
    this.listener.close();
    for (const { client, server } of this.lines) for (const socket of [client, server]) socket.destroy();
    await closed;
  }

  private join(client: Socket, server: Socket): void {
    const line: Line = { client, server, loss: this.lossOfNew };
    this.lines.add(line);
    client.on('data', (packet) => line.loss !== 'everything' && server.write(packet));
    server.on('data', (packet) => line.loss === 'nothing' && client.write(packet));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => {
        this.lines.delete(line);
        // The end of a silent connection is not forwarded to the server.
        if (line.loss === 'nothing' || from === server) to.destroy();
        else setTimeout(() => to.destroy(), 2_000);
      });
    }
  }
}
