import pg from 'pg';
import { hasCode, oneLine } from './failure.js';

const HOLDER = 'data-access-service holder';
const CONNECT_MS = 10_000;
const QUERY_MS = 10_000;

/** Answers of a server that is on its way up or down, or of a port that nobody listens on any more. */
const PASSING = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/**
 * The session by which a process says that it uses the server. The system closes it with the process, however that
 * ends, so a killed process stops counting at once.
 */
export class HolderSession {
  #lost = false;
  #ended = false;

  private constructor(private readonly client: pg.Client) {}

  /** Undefined: the server is starting, stopping or gone; look again. */
  static async open(url: string, onLost: () => void): Promise<HolderSession | undefined> {
    const client = new pg.Client({
      connectionString: url,
      application_name: HOLDER,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
    });
    const session = new HolderSession(client);
    client.on('error', () => undefined); // 'end' follows, or connect() rejects
    try {
      await client.connect();
    } catch (error) {
      if (isPassing(error)) return undefined;
      throw error;
    }
    client.on('end', () => {
      session.#lost = true;
      if (!session.#ended) onLost();
    });
    return session;
  }

  /** Number of other processes that use the server; undefined when this session cannot tell because it broke. */
  async others(): Promise<number | undefined> {
    try {
      const { rows } = await this.client.query<{ holders: number }>(
        `select count(*)::int as holders from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
        [HOLDER],
      );
      return rows[0]?.holders;
    } catch {
      return undefined;
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    if (!this.#lost) await this.client.end().catch(() => undefined);
  }
}

function isPassing(error: unknown): boolean {
  return hasCode(error, ...PASSING) || /connection terminated|timeout expired/i.test(oneLine(error));
}
