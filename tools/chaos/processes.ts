import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/prepare.mjs';
import type { Random } from '../random.js';

/** The time between the end of a process and the start of its replacement, in milliseconds. */
const restartDelayMs = 100;
/**
 * The probability with which a process kills itself each time it reaches its fail point, as long as no process has ended at this fail
 * point. The more processes have ended at a fail point, the lower is its probability.
 */
const firstChance = 0.3;

export interface ServiceProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** The fail point at which the process may kill itself; null if it has none. */
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
  /** The random numbers with which fail points are drawn. */
  readonly random: Random;
  /** The environment variables of a process. Each process has another name; `slot` is its place in the fleet, from 0. */
  readonly settingsOf: (name: string, slot: number) => Readonly<Record<string, string>>;
  /** A phrase. The fleet counts the log lines that contain it. */
  readonly countedPhrase?: string;
}

/**
 * Keeps a number of processes of the service running: a process that ends is replaced by a new one. Until `disarm` is called, each new
 * process gets a fail point, at which it may kill itself. It is the fail point at which the fewest processes have ended so far.
 */
export class Fleet {
  /** The number of processes that have killed themselves at each fail point. */
  readonly diedAt: Map<string, number>;
  /** The processes that have ended although nothing has killed them. */
  readonly crashes: { readonly wasReady: boolean; readonly output: string }[] = [];
  /** The error of each request that has failed with 500, by the request id. */
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

  /** The processes that accept requests. */
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

  /** Pauses a process. Its connections stay open. */
  pause(process: ServiceProcess): void {
    process.isPaused = true;
    process.child.kill('SIGSTOP');
  }

  resume(process: ServiceProcess): void {
    process.child.kill('SIGCONT');
    process.isPaused = false;
  }

  /** From now on new processes get only fail points at which fewer than `deaths` processes have ended. */
  armBelow(deaths: number): void {
    this.#maxDeaths = deaths;
  }

  /**
   * Ends the use of fail points. All processes except that of the last slot are killed for good. The process of the last slot is
   * killed and started again if it has a fail point.
   */
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
    // Most processes end soon, so the flags save work at the start: WebAssembly is compiled only by the fast compiler, and the garbage
    // collector runs later.
    const flags = ['--liftoff-only', '--min-semi-space-size=64', '--max-semi-space-size=64'];
    const child = spawn(process.execPath, [...flags, join('dist', `${program}.js`)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const states = { isReady: false, isPaused: false, isKilled: false };
    // Some HTTP clients send a request again by themselves when its connection is cut. This agent never does.
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

  /**
   * Chooses the fail point for a new process: the one at which the fewest processes have ended. A running process counts as if it had already
   * ended at its fail point. If several fail points have equal numbers, one of them is drawn. Null if the maximum number of processes
   * have ended at each.
   */
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
