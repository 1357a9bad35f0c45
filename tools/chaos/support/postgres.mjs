import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const START_MS = 120_000;
const ANSWER_MS = 60_000;
const PAUSE_MS = 100;

/** Of all processes of a server, the postmaster alone is not listed there. */
const PROCESSES = 'select pid from pg_stat_activity where pid <> pg_backend_pid()';

/**
 * A PostgreSQL server with a folder of its own that writes to the disk for real, and that can be killed and brought back.
 * It is the one that the service brings along, but nobody watches over it.
 */
export class OwnPostgres {
  url = '';
  #folder;
  #cluster;
  #server;
  #starting;
  #isClosed = false;

  /** @param {string} folder an empty folder that the account of the server can reach */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * Starts the server, again and again while what a killed one left behind is in the way.
   * @returns whether it listens where it did before
   */
  start() {
    this.#starting = this.#start();
    return this.#starting;
  }

  /** Kills the server and all of its processes at once, so that nothing is put in order before the end. */
  async kill() {
    const processes = await this.#processes();
    killAll([await this.#postmaster(), ...processes]);
  }

  /** Kills one session, upon which the server ends all others and recovers by itself. @returns whether there was one */
  async killSession(random) {
    const sessions = await this.#processes(`and backend_type = 'client backend' and usename = current_user`);
    if (sessions.length === 0) return false;
    killAll([random.pick(sessions)]);
    await this.answers();
    return true;
  }

  /** Waits until it answers. */
  async answers() {
    const deadline = Date.now() + ANSWER_MS;
    for (;;) {
      try {
        await this.query('select 1');
        return;
      } catch (error) {
        if (this.#isClosed || Date.now() > deadline) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Runs a statement in a session of its own. @returns its rows */
  async query(sql, values) {
    const client = new pg.Client({ connectionString: this.url });
    // It may be killed in our hands; the statement then says so.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Ends the server in whatever state it is, and removes its files, which may lie outside of the folder. */
  async close(manner = 'and remove') {
    this.#isClosed = true;
    await this.#starting?.catch(() => undefined);
    if (this.#cluster === undefined) return;
    await this.#server.stopServer(this.#cluster).catch(() => this.kill());
    if (manner === 'and remove') await rm(this.#cluster.home, { recursive: true, force: true, maxRetries: 5 });
  }

  async #start() {
    // Only now: what is built may not be there before `prepare()`.
    const at = (name) => import(`../../../dist/platform/database/embedded/${name}.js`);
    const [{ openCluster }, { urlOf }] = await Promise.all(['cluster', 'entry'].map(at));
    this.#server = await at('server');
    this.#cluster ??= await openCluster({ dataDir: this.#folder, durability: 'full', log: () => undefined });
    const before = this.url;
    const preferredPort = before === '' ? undefined : Number(new URL(before).port);
    await this.#startServer({ durability: 'full', preferredPort });
    const { port } = await this.#server.stateOf(this.#cluster);
    this.url = urlOf(this.#cluster, port);
    return before === this.url;
  }

  async #startServer(options) {
    const deadline = Date.now() + START_MS;
    while (!this.#isClosed) {
      const obstacle = await this.#server.startServer(this.#cluster, options);
      if (obstacle === undefined) return;
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not come back: ${obstacle}`);
      await sleep(PAUSE_MS);
    }
  }

  async #processes(condition = '') {
    return (await this.query(`${PROCESSES} ${condition}`)).map(({ pid }) => pid);
  }

  async #postmaster() {
    return Number.parseInt(await readFile(join(this.#cluster.home, 'cluster', 'postmaster.pid'), 'utf8'), 10);
  }
}

function killAll(pids) {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended meanwhile.
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
