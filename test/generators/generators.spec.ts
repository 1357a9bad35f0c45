import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { callWithRetry } from '../support/http/call-with-retry.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const home = import.meta.dirname;
const packages = join(home, 'node_modules');
const generators = ['openapi-typescript', 'hey-api', 'orval-7', 'orval-8', 'swagger-typescript-api'];

const isInstalled = existsSync(join(packages, '.package-lock.json'));
const describeInstalled = isInstalled ? describe : describe.skip;
const reason = isInstalled ? '' : ' (skipped: `npm ci --prefix test/generators` has not run)';

describeInstalled(`The OpenAPI document${reason}`, () => {
  let service: TestService;
  /** A folder that has for each generator a folder with its client and a program that uses it. */
  let folder: string;
  let findings: readonly string[];
  let compiler: ts.LanguageService;

  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'generators-'));
    const { body } = await callWithRetry(`${service.baseUrl}/openapi.json`);
    const document = join(folder, 'openapi.json');
    await writeFile(document, JSON.stringify(body));
    await symlink(packages, join(folder, 'node_modules'));
    for (const name of generators) {
      await mkdir(join(folder, name));
      await cp(join(home, 'programs', 'program.ts'), join(folder, name, 'program.ts'));
      await cp(join(home, 'programs', `${name}.ts`), join(folder, name, 'calls.ts'));
    }
    const run = await promisify(execFile)(process.execPath, [join(home, 'generate.mjs'), document, folder]);
    findings = JSON.parse(run.stdout) as string[];
    compiler = await compilerOf(folder);
  }, 300_000);

  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('the OpenAPI document gets no warning from Redocly and Spectral', () => {
    expect(findings).toEqual([]);
  });

  it.each(generators)(
    'the OpenAPI document is turned by %s into a client that compiles, together with a program that uses it',
    (name) => {
      const files = compiler.getProgram()?.getSourceFiles() ?? [];
      const ours = files.map(({ fileName }) => fileName).filter((file) => file.startsWith(join(folder, name)));
      expect(ours.length).toBeGreaterThan(2);
      const faults = ours.flatMap((file) => [
        ...compiler.getSyntacticDiagnostics(file),
        ...compiler.getSemanticDiagnostics(file),
      ]);
      expect(
        faults.map(({ file, messageText }) => [file?.fileName, ts.flattenDiagnosticMessageText(messageText, ' ')]),
      ).toEqual([]);
    },
  );

  it.each(generators)(
    'the OpenAPI document is turned by %s into a client with which editors complete the names of fields',
    (name) => {
      const file = join(folder, name, 'program.ts');
      const text = compiler.getProgram()?.getSourceFile(file)?.text ?? '';
      const offered = ["fields: ['name", "fields: ['full_name", "enrich_company: ['name"].map((start) => {
        const inside = text.indexOf(start) + start.indexOf("'") + 1;
        return compiler.getCompletionsAtPosition(file, inside, {})?.entries.map((entry) => entry.name);
      });
      expect(offered).toEqual([
        expect.arrayContaining(['founded_year', 'website']),
        expect.arrayContaining(['job_title', 'location_locality']),
        expect.arrayContaining(['founded_year', 'website']),
      ]);
    },
  );
});

/** A language service for all files in a folder, as strict as a new project is by default. */
async function compilerOf(folder: string): Promise<ts.LanguageService> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const { config } = ts.readConfigFile(join(home, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, home);
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
}
