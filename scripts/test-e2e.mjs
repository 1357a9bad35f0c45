// Runs the QA suite against a service that is already running, over HTTP alone. The arguments are passed to Jest.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { credits, preflight, PreflightError } from '../test/qa/preflight.mjs';

const root = join(import.meta.dirname, '..');

const help = `Usage: npm run test:e2e -- [--junit FILE] [arguments of Jest]

Tests the HTTP contract of a running service with the API keys of two of its tenants. It enriches companies and persons, reads
reports and starts a few prospecting runs. It needs no other access to the service. Arguments such as "company" or "-t protects"
choose tests.
It costs the tenant of E2E_API_KEY at most 80 data_access, 5 contact_data and 2 prospecting credits. The tenant must have 200
data_access credits left. Three failed runs and a successful one stay in its list of runs, because no route deletes them.

  --junit FILE  Writes the results as JUnit XML
  --help        Prints this

Variables, of which the first three are required:

  E2E_BASE_URL             Address of the service, as in https://data.example.com
  E2E_API_KEY              API key of a tenant
  E2E_OTHER_API_KEY        API key of another tenant
  E2E_COMPANY_WEBSITE      Website of a company on record, or several separated by commas
  E2E_PERSON_NETWORK_URL   Profile page of a person on record whose name is unique at their employer, or several pages
                           separated by commas; the first one with a unique name is used
  E2E_PERSON_EMAIL         Work email address of that person
  E2E_PROSPECTING_COMPANY  Profile page of a company with employees on record (the employer of the person)
  E2E_PROSPECTING_SECONDS  How long to wait for a run (90)
  E2E_TEAM                 Team of the tenant of E2E_API_KEY (databases, or else its first team)
  E2E_ANSWER_SECONDS       Seconds to wait for the first answer, which shows whether the service is there (0.8)
  E2E_RATE_LIMIT           "provoke" also tests the rate limit; other clients of the address are refused for a moment

Without a variable records of the demo data are used. Tests that cannot run are listed at the end with the reason.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args) {
  const { junit, jestArguments, fault, isHelp } = readArguments(args);
  if (isHelp) return print(process.stdout, help, 0);
  if (fault !== null) return print(process.stderr, `${fault}\n`, 1);
  try {
    const target = await preflight(process.env);
    for (const line of introductionOf(target)) process.stdout.write(`${line}\n`);
    return await runJest(target, junit, jestArguments);
  } catch (error) {
    if (error instanceof PreflightError) return print(process.stderr, `${error.message}\n`, 1);
    throw error;
  }
}

/** The lines that tell the operator before the tests what is tested, what it costs and how long it takes. */
function introductionOf({ baseUrl, known, notes, pace }) {
  const { data, contact, prospecting } = credits.spent;
  const cost = known.isCounting
    ? `at most ${data} data_access, ${contact} contact_data and ${prospecting} prospecting credits`
    : 'nothing, because the service does not count credits';
  const minutes = Math.ceil(pace.suiteSeconds / 60);
  const wait = `The rate limit, ${pace.limit}, makes the whole suite take about ${minutes} minutes.`;
  return [`Testing ${baseUrl}, for ${cost}`, ...(minutes > 1 ? [wait] : []), ...notes];
}

function readArguments(args) {
  const jestArguments = [...args];
  const index = jestArguments.findIndex((argument) => /^--junit(=|$)/.test(argument));
  if (index === -1) return { junit: null, jestArguments, fault: null, isHelp: isHelpAsked(args) };
  const [, inline] = jestArguments[index].split(/=(.*)/s);
  const [, following] = jestArguments.splice(index, inline === undefined ? 2 : 1);
  const file = inline ?? following ?? '';
  const fault = file === '' || file.startsWith('-') ? '--junit needs the name of a file' : null;
  return { junit: file, jestArguments, fault, isHelp: isHelpAsked(args) };
}

function isHelpAsked(args) {
  return args.some((argument) => ['--help', '-h'].includes(argument));
}

function print(output, text, code) {
  output.write(text);
  return code;
}

/** Runs Jest. API keys are removed from its output and the JUnit file, because the message of a failed test may contain one. */
async function runJest({ baseUrl, apiKey, otherApiKey, known, pace }, junit, jestArguments) {
  const hide = (text) => text.replaceAll(apiKey, '<E2E_API_KEY>').replaceAll(otherApiKey, '<E2E_OTHER_API_KEY>');
  const env = {
    ...process.env,
    E2E_BASE_URL: baseUrl,
    E2E_KNOWN: JSON.stringify(known),
    E2E_SUITE_SECONDS: String(pace.suiteSeconds),
    E2E_TEST_SECONDS: String(pace.testSeconds),
    ...(junit === null ? {} : { E2E_JUNIT: resolve(junit) }),
    ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}),
  };
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--config', join(root, 'test', 'qa', 'jest.config.mjs'), ...jestArguments];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const pass = async (from, to) => {
    for await (const line of createInterface({ input: from })) to.write(`${hide(line)}\n`);
  };
  const ended = new Promise((done) => child.on('close', (code) => done(code ?? 1)));
  const [code] = await Promise.all([ended, pass(child.stdout, process.stdout), pass(child.stderr, process.stderr)]);
  if (junit !== null) await rewrite(resolve(junit), hide);
  return code;
}

async function rewrite(file, change) {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) await writeFile(file, change(text));
}
