import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/prepare.mjs';
import type { Random } from '../random.js';

/** Between the end of a process and the start of its replacement. */
const restartDelayMs = 100;
/** The first armed process kills itself with this chance at each pass of its fail point; later ones live longer. */
const firstChance = 0.3;

export interface ServiceProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** The fail point at which it may kill itself. */
  readonly failPoint: string | null;
  readonly agent: Agent;
  url: string | null;
  errorOutput: string;
  isReady: boolean;
  isPaused: boolean;
  isKilled: boolean;
}

export type ListeningProcess = ServiceProcess & { readonly url: string };

export interface FleetOptions {
  readonly program: 'main' | 'worker';
  readonly size: number;
  readonly failPoints: readonly string[];
  /** Draws the fail points. */
  readonly random: Random;
  /** The settings of a process; a name is used once, `slot` counts from 0. */
  readonly settingsOf: (name: string, slot: number) => Readonly<Record<string, string>>;
  /** A phrase whose log lines are counted. */
  readonly countedPhrase?: string;
}

/**
 * Processes of the service, each replaced when it ends. Until `disarm`, each new process is armed with the fail point at which
 * the fewest processes have ended.
 */
export class Fleet {
  /** The number of processes that killed themselves, by fail point. */
  readonly diedAt: Map<string, number>;
  /** The processes that ended in another way, except those that `kill` ended. */
  readonly crashes: { readonly wasReady: boolean; readonly output: string }[] = [];
  /** The error of each request that failed in a process, by request id. */
  readonly failures = new Map<string, string>();
  /** How often the counted phrase was logged. */
  phraseCount = 0;
  readonly #options: FleetOptions;
  readonly #slots: (ServiceProcess | null)[];
  readonly #keepers: Promise<void>[];
  #isArmed = true;
  #maxDeaths = Infinity;
  #isClosed = false;
  #started = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.diedAt = new Map(options.failPoints.map((point) => [point, 0]));
    this.#slots = Array.from({ length: options.size }, () => null);
    this.#keepers = this.#slots.map((_, slot) => this.#keep(slot));
  }

  /** The processes that take requests. */
  listening(): ListeningProcess[] {
    return this.#running().filter((process): process is ListeningProcess => process.url !== null);
  }

  /** The processes that have started and are not paused. */
  ready(): ServiceProcess[] {
    return this.#running().filter((process) => process.isReady && !process.isPaused);
  }

  /** Whether all processes are ready. */
  isComplete(): boolean {
    return this.ready().length === (this.#isArmed ? this.#slots.length : 1);
  }

  kill(process: ServiceProcess): void {
    process.isKilled = true;
    process.child.kill('SIGKILL');
  }

  killAll(): void {
    for (const process of this.#running()) this.kill(process);
  }

  /** Stops a process without closing its connections. */
  pause(process: ServiceProcess): void {
    process.isPaused = true;
    process.child.kill('SIGSTOP');
  }

  resume(process: ServiceProcess): void {
    process.child.kill('SIGCONT');
    process.isPaused = false;
  }

  /** From now on arms new processes only with fail points of fewer deaths than this. */
  armBelow(deaths: number): void {
    this.#maxDeaths = deaths;
  }

  /** Kills all processes but that of the last slot, and that one too if it has a fail point; it is then started without. */
  disarm(): void {
    this.#isArmed = false;
    const last = this.#slots.at(-1);
    for (const process of this.#running()) if (process !== last || process.failPoint !== null) this.kill(process);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.killAll();
    await Promise.allSettled(this.#keepers);
  }

  #running(): ServiceProcess[] {
    return this.#slots.filter((process) => process !== null);
  }

  async #keep(slot: number): Promise<void> {
    while (!this.#isClosed && (this.#isArmed || slot === this.#slots.length - 1)) {
      await this.#run(slot);
      await sleep(restartDelayMs);
    }
  }

  async #run(slot: number): Promise<void> {
    const { program, settingsOf } = this.#options;
    this.#started += 1;
    const name = `${program}-${this.#started}`;
    const failPoint = this.#isArmed ? this.#rarestFailPoint() : null;
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, ...settingsOf(name, slot), ...this.#armament(failPoint) };
    // Most processes end soon: they compile WebAssembly once instead of twice, and collect no garbage of their start.
    const flags = ['--liftoff-only', '--min-semi-space-size=64', '--max-semi-space-size=64'];
    const child = spawn(process.execPath, [...flags, join('dist', `${program}.js`)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const states = { isReady: false, isPaused: false, isKilled: false };
    // Unlike other clients, this agent never repeats a request when a connection breaks.
    const running = {
      name,
      child,
      failPoint,
      url: null,
      agent: new Agent({ keepAlive: true }),
      errorOutput: '',
      ...states,
    };
    this.#slots[slot] = running;
    createInterface({ input: child.stdout }).on('line', (line) => this.#readLogLine(running, line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (running.errorOutput += text));
    await once(child, 'close');
    this.#slots[slot] = null;
    this.#recordEnd(running);
  }

  #armament(failPoint: string | null): Record<string, string> {
    if (failPoint === null) return {};
    const chance = firstChance / (1 + (this.diedAt.get(failPoint) ?? 0));
    return { FAILPOINTS: `${failPoint}=${chance.toFixed(3)}` };
  }

  /** The fail point with the fewest deaths, processes that are armed with it included. */
  #rarestFailPoint(): string | null {
    const armed = this.#running().map(({ failPoint }) => failPoint);
    const counts = [...this.diedAt].map(([point, deaths]) => ({
      point,
      count: deaths + armed.filter((other) => other === point).length,
    }));
    const fewest = Math.min(...counts.map(({ count }) => count));
    if (fewest >= this.#maxDeaths) return null;
    return this.#options.random.pick(counts.filter(({ count }) => count === fewest)).point;
  }

  #readLogLine(running: ServiceProcess, line: string): void {
    running.url ??= /"url":"([^"]+)"[^\n]*"listening"/.exec(line)?.[1] ?? null;
    running.isReady ||= running.url !== null || line.includes('"working on jobs"');
    const { countedPhrase } = this.#options;
    if (countedPhrase !== undefined && line.includes(countedPhrase)) this.phraseCount += 1;
    if (!line.includes('"A request failed"')) return;
    const { request_id: requestId, error } = JSON.parse(line) as { request_id: string; error: { message: string } };
    this.failures.set(requestId, error.message);
  }

  #recordEnd({ child, failPoint, isReady, isKilled, errorOutput }: ServiceProcess): void {
    if (isKilled) return;
    if (child.signalCode === 'SIGKILL' && failPoint !== null) {
      this.diedAt.set(failPoint, (this.diedAt.get(failPoint) ?? 0) + 1);
      return;
    }
    const end = `ended with ${child.signalCode ?? `code ${child.exitCode ?? 'unknown'}`}`;
    this.crashes.push({ wasReady: isReady, output: errorOutput.trim() || end });
  }
}
