import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/prepare.mjs';

/**
 * Where a process spent its time, from what `--cpu-prof` left in a folder.
 * @param {number} seconds how much of the end to look at; what comes before is starting and warming up
 * @returns the functions and the packages with most time of their own, as Markdown
 */
export async function profileIn(folder, seconds, most = 40) {
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  const { nodes, samples, timeDeltas, startTime, endTime } = JSON.parse(await readFile(join(folder, name), 'utf8'));
  const selfTime = new Map();
  let time = startTime;
  samples.forEach((id, index) => {
    time += timeDeltas[index];
    if (time > endTime - seconds * 1_000_000) add(selfTime, id, timeDeltas[index]);
  });
  const byFunction = new Map();
  const byPlace = new Map();
  let busy = 0;
  for (const { id, callFrame } of nodes) {
    const own = selfTime.get(id) ?? 0;
    if (callFrame.functionName === '(idle)') continue;
    busy += own;
    const file = fileOf(callFrame.url);
    add(byFunction, `${callFrame.functionName || '(anonymous)'} | ${file}:${callFrame.lineNumber + 1}`, own);
    add(byPlace, placeOf(file, callFrame.functionName), own);
  }
  return [table('Function | Where', byFunction, busy, most), table('Part', byPlace, busy, 25)].join('\n');
}

function table(title, times, busy, most) {
  const rows = [...times].sort(([, one], [, other]) => other - one).slice(0, most);
  const columns = title.split(' | ').length;
  const lines = rows.map(([name, time]) => `| ${name} | ${((100 * time) / busy).toFixed(1)} |`);
  return `| ${title} | Own time, % |\n|${' :--- |'.repeat(columns)} ---: |\n${lines.join('\n')}\n`;
}

function add(times, name, time) {
  times.set(name, (times.get(name) ?? 0) + time);
}

function fileOf(url) {
  return url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
}

/** A package, a folder of the service, or a part of Node. */
function placeOf(file, functionName) {
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (dependency !== undefined) return dependency;
  if (file.startsWith('dist/')) return file.split('/').slice(0, 3).join('/');
  return file === '' ? functionName : file.split('/').slice(0, 2).join('/');
}
