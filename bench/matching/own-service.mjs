import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/prepare.mjs';

const START_MS = 180_000;
const BATCH = 500;

/**
 * The built service on an empty database of its own, with the data loaded; the demo data where no files are given.
 * @param {{ companies: string, persons: string } | null} files
 * @returns `enrich(path, member, identifiers, options)`, the results in order, and `close()`
 */
export async function startOwnService(files) {
  const dataDir = await mkdtemp(join(tmpdir(), 'data-access-service-bench-'));
  // Started by root, PostgreSQL runs under another account, which has to pass.
  await chmod(dataDir, 0o711);
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    ...{
      PATH,
      HOME,
      TMPDIR,
      DATA_DIR: dataDir,
      PORT: '0',
      CREDITS: 'off',
      RATE_BURST_LIMIT: '1000000',
      RATE_PER_SECOND: '1000000',
    },
    SEED: files === null ? 'on' : 'off',
  };
  const child = spawn(process.execPath, [join('dist', 'main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const said = reader(child);
    const baseUrl = await said(/"url":"([^"]+)"[^\n]*"listening"/);
    const apiKey = files === null ? await said(/^ *API key +(\S+)$/m) : await loadFiles(files, env);
    return { enrich: (...request) => enrich(baseUrl, apiKey, ...request), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the service says when it listens: its address in the log, and for people a key of the demo tenant. */
function reader(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return async (pattern) => {
    const deadline = Date.now() + START_MS;
    for (;;) {
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The service does not start:\n${output}`);
      await sleep(100);
    }
  };
}

/** A tenant with the data of the files. @returns a key */
async function loadFiles({ companies, persons }, env) {
  const admin = async (...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join('dist', 'admin.js'), ...args], {
      cwd: root,
      env,
    });
    return JSON.parse(stdout);
  };
  await admin('tenant', 'create', 'bench');
  await admin('import', 'companies', companies);
  await admin('import', 'persons', persons);
  return (await admin('key', 'create', 'bench')).api_key;
}

async function enrich(baseUrl, apiKey, path, member, identifiers, options) {
  const results = [];
  for (let start = 0; start < identifiers.length; start += BATCH) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey },
      body: JSON.stringify({ [member]: identifiers.slice(start, start + BATCH), ...options }),
    });
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    results.push(...(await response.json()).results);
  }
  return results;
}
