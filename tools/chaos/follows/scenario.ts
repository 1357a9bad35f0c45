import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openReceiver, type CallbackReceiver, isSigned } from '../../../test/support/prospecting/callback-receiver.js';
import { endOf, runProgram, startProgram } from '../../../test/support/service/programs.js';
import type { ChildProcess } from 'node:child_process';
import type { Random } from '../../random.js';
import type { Attempt, ClientRequest } from '../clients.js';
import { fillDatabase } from '../database.js';
import { commonSettings, type Load, type Scenario, type Stage } from '../harness.js';
import { type Kill, killOne, postgresKills } from '../kills.js';
import type { Queryable } from '../postgres.js';
import { Fleet } from '../processes.js';
import { type Outcome, table } from '../report.js';
import { Changes, type Follower, followersFor, followLists, type Shard, shards } from './changes.js';
import { ndjson } from '../../../test/support/records/ndjson.js';

/** The counts that a complete import has printed. */
export interface ImportReading {
  readonly updated: number;
}

/** The import of a file. It is repeated until it is complete, and sometimes once more. */
interface ImportRequest extends ClientRequest {
  readonly shard: Shard;
  /** The number of further imports of the file after the first complete one. */
  readonly repeats: number;
}

const outcomes: readonly Outcome<ImportReading>[] = [
  ['complete', ({ status }) => status === 200],
  ['  of which changed nothing', ({ reading }) => reading?.updated === 0],
  ['ended with an error', ({ status }) => status === 1],
];

/** How long a kill of an import waits for an open transaction, in milliseconds. */
const transactionTimeoutMs = 5_000;
const pollMs = 5;
/** The interval in which callbacks that wait for their next attempt become due, in milliseconds. */
const callbackPauseMs = 2_000;

/**
 * The scenario of follows: commands import files with changed records, which tenants follow. Meanwhile commands, workers and PostgreSQL are
 * killed at random, and the receivers of the callbacks refuse some of them. In the end each change must be one signal, and each signal in one
 * callback, which was delivered.
 */
export async function openFollows(stage: Stage): Promise<Scenario<ImportReading>> {
  const { postgres, folder, options, own } = stage;
  const random = stage.random('changes');
  const followers = followersFor(random);
  const changes = new Changes(followers, random);
  await fillDatabase(postgres.url, folder, changes.content);
  const hooks = new Map<string, Hook>();
  for (const [tenant, follower] of Object.entries(followers)) {
    const receiver = await openReceiver();
    own(() => receiver.close());
    hooks.set(tenant, { receiver, secret: await begin(stage, tenant, follower, receiver.url) });
  }
  const workers = new Fleet({
    ...{ program: 'worker', size: 2, failPoints: [], random: stage.random('workers') },
    settingsOf: () => ({
      ...{ ...commonSettings, DATABASE_URL: postgres.url, WORKER: 'off' },
      CALLBACK_PRIVATE_TARGETS: 'on',
    }),
  });
  own(() => workers.close());
  const importers = new Importers(stage, changes);
  const loadEnd = Date.now() + options.seconds * 1_000;
  const kills = [
    { label: 'imports killed in a transaction', weight: 6, act: () => importers.killOne(), count: 0 } satisfies Kill,
    killOne('workers killed at random', 3, workers, stage.random('kills of workers')),
    ...postgresKills(postgres, [workers], stage.random('kills of PostgreSQL')),
  ];
  return {
    ...{ title: 'Follows', fleets: [workers], clients: importers, clientCount: shards.length, kills },
    done: () => importers.complete,
    doneBetweenKills: 1,
    disturb: async (isOver) => {
      const receivers = [...hooks.values()].map(({ receiver }) => receiver);
      while (!isOver()) {
        const isRefusing = random.chance(0.2);
        for (const receiver of receivers) receiver.answerWith(isRefusing ? 503 : 200);
        await sleep(callbackPauseMs);
        await endDelays(postgres).catch(() => undefined);
      }
      for (const receiver of receivers) receiver.answerWith(200);
    },
    isEnough: () => Date.now() >= loadEnd,
    loadTimeoutMs: options.seconds * 1_000 + 300_000,
    settle: async (wait) => {
      await wait(async () => {
        await endDelays(postgres);
        return (await postgres.query(`select from callback_delivery where ${isWaiting} limit 1`)).length === 0;
      }, 'Some callbacks were not delivered');
      return [];
    },
    judge: () => judge(postgres, changes, hooks, importers),
  };
}

interface Hook {
  readonly receiver: CallbackReceiver;
  readonly secret: string;
}

const isWaiting = 'delivered_at is null and given_up_at is null';

async function endDelays(postgres: Queryable): Promise<void> {
  await postgres.query(`update callback_delivery set next_at = now() where ${isWaiting} and next_at > now()`);
}

/** Makes a tenant follow its records and get callbacks. @returns the secret of the callbacks */
async function begin(stage: Stage, tenant: string, follower: Follower, url: string): Promise<string> {
  const env = { DATABASE_URL: stage.postgres.url, CALLBACK_PRIVATE_TARGETS: 'on' };
  const admin = async (words: readonly string[], stdin = ''): Promise<unknown> => {
    const { code, stdout, stderr } = await runProgram(['dist/admin.js', ...words], { env, stdin });
    if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  for (const [kind, list] of Object.entries(followLists(follower)))
    if (list !== '') await admin(['follow', tenant, `--${kind}`, '-'], list);
  return ((await admin(['tenant', 'set-callback', tenant, url])) as { callback_secret: string }).callback_secret;
}

/** Imports files with changes, one after the other for each shard. */
class Importers implements Load<ImportReading> {
  readonly requests: ImportRequest[] = [];
  readonly attempts: Attempt<ImportReading>[] = [];
  readonly undecided = 0;
  /** The number of complete imports. */
  complete = 0;
  private readonly running = new Set<ChildProcess>();
  private readonly random: Random;
  private readonly kills: Random;
  private isStopped = false;

  constructor(
    private readonly stage: Stage,
    private readonly changes: Changes,
  ) {
    this.random = stage.random('imports');
    this.kills = stage.random('kills of imports');
  }

  async start(count: number): Promise<void> {
    await Promise.all(shards.slice(0, count).map((shard) => this.importAll(shard)));
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Kills a command that imports, a random time after an import has begun a transaction. @returns false if nothing was killed */
  async killOne(): Promise<boolean> {
    const deadline = Date.now() + transactionTimeoutMs;
    while (!(await this.isMerging().catch(() => false))) {
      if (Date.now() > deadline) return false;
      await sleep(pollMs);
    }
    await sleep(this.kills.whole(0, 40));
    const victim = this.kills.pickIfAny([...this.running]);
    return victim?.kill('SIGKILL') === true;
  }

  private async isMerging(): Promise<boolean> {
    const open = await this.stage.postgres.query(
      `select from pg_stat_activity where application_name = 'data-access-service import' and backend_xid is not null`,
    );
    return open.length > 0;
  }

  private async importAll(shard: Shard): Promise<void> {
    while (!this.isStopped) {
      const id = `import ${this.requests.length + 1}`;
      const path = join(this.stage.folder, `${id}.ndjson`);
      const plain = { tenant: '', body: '', key: null, isDoubled: false, timeoutMs: null };
      const request = { ...plain, id, path, shard, repeats: this.random.chance(0.3) ? 1 : 0 };
      this.requests.push(request);
      const records = this.changes.next(shard);
      await writeFile(path, ndjson(records));
      for (let left = request.repeats; left >= 0;) if (await this.import(request)) left -= 1;
    }
  }

  /** Runs the command once. @returns whether the import is complete */
  private async import({ id, shard, path }: ImportRequest): Promise<boolean> {
    const attempt: Attempt<ImportReading> = {
      ...{ id: `${id}.${this.attempts.length + 1}`, requestId: id, status: null, reading: null, error: null },
      ...{ hasTimedOut: false, sentAt: Date.now(), endedAt: null },
    };
    this.attempts.push(attempt);
    const kind = shard === 'companies' ? 'companies' : 'persons';
    const env = { DATABASE_URL: this.stage.postgres.url };
    const command = startProgram(['dist/admin.js', 'import', kind, path], { env });
    this.running.add(command);
    const { code, stdout, stderr } = await endOf(command);
    this.running.delete(command);
    attempt.endedAt = Date.now();
    attempt.status = code === 0 ? 200 : code;
    if (code === 0) {
      this.complete += 1;
      attempt.reading = JSON.parse(stdout) as ImportReading;
    } else if (code !== null) attempt.error = stderr.trim().split('\n').at(-1) ?? '';
    return code === 0;
  }
}

type Row = Record<string, unknown>;

const signalsQuery = `
  select s.id::text, tenant_id as tenant, signal_type || ': ' || message_text as text, c.callback_id::text as callback
    from signal s left join change_signal c on c.signal_id = s.id where source_type = 'change'`;
const callbacksQuery = `
  select id::text, tenant_id as tenant, delivered_at is not null as "isDelivered" from callback_delivery`;

/** Compares the changes with the stored signals, and these with the callbacks that the receivers got. */
async function judge(
  postgres: Queryable,
  { expected }: Changes,
  hooks: ReadonlyMap<string, Hook>,
  importers: Importers,
): ReturnType<Scenario<ImportReading>['judge']> {
  const signals = await postgres.query<Row & { id: string; tenant: string; text: string; callback: string | null }>(
    signalsQuery,
  );
  const callbacks = await postgres.query<Row & { id: string; tenant: string; isDelivered: boolean }>(callbacksQuery);
  const discrepancies: string[] = [];
  const counts: [string, number][] = [];
  for (const [tenant, texts] of expected) {
    const own = signals.filter((signal) => signal.tenant === tenant);
    discrepancies.push(
      ...differences(
        tenant,
        texts,
        own.map(({ text }) => text),
      ),
    );
    const hook = hooks.get(tenant);
    if (hook === undefined) continue;
    const { received } = hook.receiver;
    const toldIn = new Map<string, Set<string>>();
    const bodies = new Map<string, Set<string>>();
    for (const callback of received) {
      const id = String(callback.headers['webhook-id']);
      if (!(await isSigned(callback, hook.secret))) discrepancies.push(`A callback of ${tenant} has a wrong signature`);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(callback.body));
      for (const signal of (JSON.parse(callback.body) as { signals: { id: number }[] }).signals)
        toldIn.set(String(signal.id), (toldIn.get(String(signal.id)) ?? new Set()).add(id));
    }
    for (const [id, texts] of bodies)
      if (texts.size > 1)
        discrepancies.push(`The callback ${id} of ${tenant} was sent with ${texts.size} different bodies`);
    for (const { id, text, callback } of own) {
      const ids = [...(toldIn.get(id) ?? [])];
      if (ids.length !== 1 || ids[0] !== `changes_${callback ?? ''}`)
        discrepancies.push(`Signal ${id} of ${tenant} was told in ${ids.join(', ') || 'no callback'}: ${text}`);
    }
    for (const id of toldIn.keys())
      if (!own.some((signal) => signal.id === id))
        discrepancies.push(`${tenant} was told of signal ${id}, which is not stored`);
    const ofTenant = callbacks.filter((callback) => callback.tenant === tenant);
    for (const { id, isDelivered } of ofTenant)
      if (!isDelivered) discrepancies.push(`The callback ${id} of ${tenant} was given up`);
    counts.push(
      [`  signals of ${tenant}`, own.length],
      [`  callbacks of ${tenant}`, ofTenant.length],
      ['    sent again', received.length - bodies.size],
    );
  }
  return {
    ...{ outcomes, deaths: [], discrepancies },
    summary: ['Changes:', ...table([['  complete imports', importers.complete], ...counts])],
    agreement: 'Every change is one signal of each follower, and every signal in one callback, which was delivered.',
  };
}

/** What is missing or surplus in the signals of a tenant. */
function differences(tenant: string, expected: readonly string[], stored: readonly string[]): string[] {
  const countsOf = (texts: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  };
  const [wanted, found] = [countsOf(expected), countsOf(stored)];
  return [...new Set([...expected, ...stored])].flatMap((text) => {
    const [due, are] = [wanted.get(text) ?? 0, found.get(text) ?? 0];
    return due === are ? [] : [`${tenant} has ${are} instead of ${due} signals: ${text}`];
  });
}
