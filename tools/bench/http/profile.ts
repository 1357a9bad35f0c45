import { readFile, readdir } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/prepare.mjs';

/** The members of a `.cpuprofile` file that are read here. Its times are in microseconds. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
  readonly endTime: number;
}

/** The place of a function. Its line and column are counted from 0. */
interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/**
 * Reads the profile that `--cpu-prof` wrote into a folder.
 * @param seconds only this many seconds at the end of the profile count, because before that the process starts and warms up
 * @returns the functions and the packages that took the most processor time themselves, as Markdown
 */
export async function profileIn(folder: string, seconds: number): Promise<string> {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  if (name === undefined) throw new Error('The process has written no profile. It must end by itself, not by a kill');
  const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as Profile;
  const { nodes, samples, timeDeltas, startTime, endTime } = profile;
  const selfTime = new Map<number, number>();
  let time = startTime;
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0;
    time += delta;
    if (time > endTime - seconds * 1_000_000) add(selfTime, id, delta);
  });
  const byFunction = new Map<string, number>();
  const byPart = new Map<string, number>();
  let busy = 0;
  const places = new Places();
  for (const { id, callFrame } of nodes) {
    const own = selfTime.get(id) ?? 0;
    if (callFrame.functionName === '(idle)') continue;
    busy += own;
    const { file, line } = await places.of(callFrame);
    add(byFunction, `${callFrame.functionName || '(anonymous)'} | ${file}:${line}`, own);
    add(byPart, partOf(file, callFrame.functionName), own);
  }
  return [table('Function | Where', byFunction, busy, 40), table('Part', byPart, busy, 25)].join('\n');
}

function table(title: string, times: ReadonlyMap<string, number>, busy: number, maxRows: number): string {
  const rows = [...times].sort(([, one], [, other]) => other - one).slice(0, maxRows);
  const columns = title.split(' | ').length;
  const lines = rows.map(([name, time]) => `| ${name} | ${((100 * time) / busy).toFixed(1)} |`);
  return `| ${title} | Own time, % |\n|${' :--- |'.repeat(columns)} ---: |\n${lines.join('\n')}\n`;
}

function add<K>(times: Map<K, number>, name: K, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

/** Finds the TypeScript from which functions were compiled. */
class Places {
  private readonly maps = new Map<string, SourceMap | null>();

  /** The path of the file relative to the project, and the line, counted from 1. */
  async of({ url, lineNumber, columnNumber }: CallFrame): Promise<{ file: string; line: number }> {
    if (!url.startsWith('file:')) return { file: url, line: lineNumber + 1 };
    const path = fileURLToPath(url);
    const map = this.maps.get(path) ?? (await sourceMapOf(path));
    this.maps.set(path, map);
    const entry = map?.findEntry(lineNumber, columnNumber);
    if (entry === undefined || !('originalSource' in entry))
      return { file: relative(root, path), line: lineNumber + 1 };
    return {
      file: relative(root, resolve(dirname(path), entry.originalSource)),
      line: entry.originalLine + 1,
    };
  }
}

async function sourceMapOf(path: string): Promise<SourceMap | null> {
  const text = await readFile(`${path}.map`, 'utf8').catch(() => null);
  return text === null ? null : new SourceMap(JSON.parse(text) as SourceMapPayload);
}

/** The part of the program that a function belongs to: a package, a folder of the service, or a part of Node. */
function partOf(file: string, functionName: string): string {
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (dependency !== undefined) return dependency;
  if (file.startsWith('src/')) return dirname(file).split('/').slice(0, 3).join('/');
  return file === '' ? functionName : file.split('/').slice(0, 2).join('/');
}
