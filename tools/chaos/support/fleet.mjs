import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/prepare.mjs';
import { openClient } from './http.mjs';

/** Between the end of a process and the start of the next one in its place. */
const PAUSE_MS = 200;
/** How likely the first armed process dies each time that it comes by; later ones live the longer, and do more. */
const FIRST_CHANCE = 0.3;

/**
 * Processes of the service, each of them replaced when it ends, as whoever runs them would. While they are armed, a new one
 * is told to kill itself at the point at which the fewest have died so far. It knows what each died of.
 */
export class Fleet {
  /** How many have killed themselves, by point. */
  diedAt;
  /** What was said by those that ended in another way: `{ wasServing, words }`. */
  ended = [];
  /** Why requests have failed, by their id. */
  reasons = new Map();
  /** How often the words that were asked for were logged. */
  heard;
  #places = [];
  #keepers = [];
  #isArmed = true;
  #isClosed = false;
  #started = 0;
  #random;
  #environmentOf;
  #program;

  /**
   * @param {readonly string[]} points where they may be told to kill themselves
   * @param random what decides when
   * @param environmentOf the settings of the process in a place; no other one ever has its name
   * @param {{ program?: 'main' | 'worker', words?: readonly string[] }} kind what they are, and what is counted that they log
   */
  constructor(size, points, random, environmentOf, { program = 'main', words = [] } = {}) {
    this.diedAt = new Map(points.map((point) => [point, 0]));
    this.#random = random;
    this.#environmentOf = environmentOf;
    this.#program = program;
    this.heard = new Map(words.map((each) => [each, 0]));
    this.#places = Array.from({ length: size }, () => null);
    this.#keepers = this.#places.map((_, place) => this.#keep(place));
  }

  /** Those that can be asked: `{ url, agent }`. */
  listening() {
    return this.#places.filter((process) => process?.url);
  }

  /** Those that are up and not paused: `{ name }`. */
  ready() {
    return this.#places.filter((process) => process?.isReady && !process.isPaused);
  }

  get size() {
    return this.#places.length;
  }

  kill(process) {
    process.isKilled = true;
    process.child.kill('SIGKILL');
  }

  killAll() {
    for (const process of this.#places) if (process !== null) this.kill(process);
  }

  /** Keeps a process from doing anything, though its connections stay open. */
  pause(process) {
    process.isPaused = true;
    process.child.kill('SIGSTOP');
  }

  resume(process) {
    process.child.kill('SIGCONT');
    process.isPaused = false;
  }

  /** From now on processes die only when they are killed. */
  disarm() {
    this.#isArmed = false;
    for (const process of this.#places) if (process?.point) this.kill(process);
  }

  async close() {
    this.#isClosed = true;
    this.killAll();
    await Promise.allSettled(this.#keepers);
  }

  async #keep(place) {
    while (!this.#isClosed) {
      await this.#run(place);
      await sleep(PAUSE_MS);
    }
  }

  async #run(place) {
    const point = this.#isArmed ? this.#pointToArm() : null;
    const { PATH, HOME, TMPDIR } = process.env;
    const name = `${this.#program}-${(this.#started += 1)}`;
    const env = { PATH, HOME, TMPDIR, ...this.#environmentOf(place, name) };
    if (point !== null) env.FAILPOINTS = `${point}=${(FIRST_CHANCE / (1 + this.diedAt.get(point))).toFixed(3)}`;
    const child = spawn(process.execPath, [join('dist', `${this.#program}.js`)], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const states = { isReady: false, isPaused: false, isKilled: false };
    const running = { name, child, point, url: null, agent: openClient(), words: '', ...states };
    this.#places[place] = running;
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(running, line));
    child.stderr.setEncoding('utf8').on('data', (text) => (running.words += text));
    const [, signal] = await once(child, 'close');
    this.#places[place] = null;
    this.#count(running, signal);
  }

  /** The one that has been reached least, those included that are on their way. */
  #pointToArm() {
    const armed = this.#places.flatMap((process) => process?.point ?? []);
    const chances = [...this.diedAt].map(([point, count]) => ({
      point,
      count: count + armed.filter((other) => other === point).length,
    }));
    const least = Math.min(...chances.map(({ count }) => count));
    return this.#random.pick(chances.filter(({ count }) => count === least)).point;
  }

  #hear(running, line) {
    running.url ??= /"url":"([^"]+)"[^\n]*"listening"/.exec(line)?.[1] ?? null;
    running.isReady ||= running.url !== null || line.includes('"working on jobs"');
    for (const [words, count] of this.heard) if (line.includes(words)) this.heard.set(words, count + 1);
    if (!line.includes('"A request failed"')) return;
    const { request_id: requestId, error } = JSON.parse(line);
    this.reasons.set(requestId, error.message);
  }

  #count({ point, isReady, isKilled, words }, signal) {
    if (isKilled) return;
    if (signal === 'SIGKILL' && point !== null) this.diedAt.set(point, this.diedAt.get(point) + 1);
    else this.ended.push({ wasServing: isReady, words: words.trim() || `it ended by ${signal ?? 'itself'}` });
  }
}
