// Checks the service as users get it. It starts the service with `npm start`, sends the request that the service prints, compares its
// OpenAPI document with the committed one, runs the QA suite against it, and stops it. The other tests create the service in their own
// process, so they miss a fault that appears only when the service runs as a process of its own.
//
//   node scripts/check-served.mjs [--json FILE]   Jest's report of the QA suite is written to FILE
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { documents } from './openapi.mjs';
import { root } from './prepare.mjs';
import { withStartedService } from './started-service.mjs';

const [option, reportFile] = process.argv.slice(2);

try {
  await withStartedService(async (service) => {
    print(`listening at ${service.welcome.baseUrl}`);
    await askHealth(service);
    await askCompany(service);
    for (const document of documents) await compareDocument(service, document);
    await runQaSuite(service);
    await service.stop();
    print('stopped, and its PostgreSQL with it');
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function askHealth(service) {
  const { status, version } = await service.ask('/health');
  if (status !== 'ok') throw new Error(`GET /health reports the status ${status} instead of ok`);
  print(`/health answers ${status}, version ${version}`);
}

async function askCompany(service) {
  const { apiKey, body } = service.welcome;
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };
  const { results } = await service.ask('/v1/company/enrich', { method: 'POST', headers, body });
  const name = results?.[0]?.data?.name;
  if (results?.[0]?.matched !== true || typeof name !== 'string') {
    throw new Error(`The company of the printed request was not found: ${JSON.stringify(results)}`);
  }
  print(`the printed request finds ${name}`);
}

async function compareDocument(service, { file, path }) {
  const committed = JSON.parse(await readFile(join(root, file), 'utf8'));
  if (!isDeepStrictEqual(await service.ask(path), committed))
    throw new Error(`${path} differs from the document in ${file}. Write it again with \`npm run openapi\``);
  print(`${path} is the document in ${file}`);
}

/**
 * Runs the QA suite with the key of the demo tenant and the key of a second tenant, which is created and gets credits for this run.
 */
async function runQaSuite(service) {
  const { baseUrl, apiKey } = service.welcome;
  await service.admin('tenant', 'create', 'other');
  for (const feature of ['data_access', 'contact_data', 'prospecting'])
    await service.admin('credits', 'grant', 'other', feature, '1000');
  const { api_key: otherKey } = await service.admin('key', 'create', 'other');
  const env = { ...process.env, E2E_BASE_URL: baseUrl, E2E_API_KEY: apiKey, E2E_OTHER_API_KEY: otherKey };
  const report = option === '--json' ? ['--json', `--outputFile=${reportFile}`] : [];
  const args = [join('scripts', 'test-e2e.mjs'), '--silent', ...report];
  const suite = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => suite.on('close', resolve));
  if (code !== 0) throw new Error(`The QA suite against the started service ended with code ${code}`);
  print('the QA suite passes');
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
