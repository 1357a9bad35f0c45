import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-rules-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Checks a file with this text by one rule of `scripts/lint-rules.mjs`. @returns the messages of the rule */
async function messagesOf(rule: string, text: string): Promise<string[]> {
  const [configuration, file] = [join(folder, 'configuration.json'), join(folder, 'file.ts')];
  const jsPlugins = [resolve('scripts', 'lint-rules.mjs')];
  await writeFile(
    configuration,
    JSON.stringify({ jsPlugins, categories: {}, rules: { [`project/${rule}`]: 'error' } }),
  );
  await writeFile(file, text);
  const args = [join('node_modules', 'oxlint', 'bin', 'oxlint'), '--config', configuration, '--format', 'json', file];
  const printed = await new Promise<string>((done) => execFile(process.execPath, args, (_, output) => done(output)));
  const { diagnostics } = JSON.parse(printed) as Report;
  return diagnostics.filter(({ code }) => code === `project(${rule})`).map(({ message }) => message);
}

describe('The rule documented-parameters', () => {
  it('refuses a name that is not a parameter, for every kind of function and for a comment without a function', async () => {
    const text = `
      interface A {
        /** @param gone1 text */
        m(kept: number): void;
        /** A sentence. @param gone2 text */
        readonly f: (kept: number) => void;
      }
      /** @param gone3 text */
      export const arrow = (kept: A): unknown => kept;
      /** @param gone4 text */
      export async function* declared(kept: number) {}
      export abstract class K {
        /** @param gone5 text */
        constructor(private readonly kept: number) {}
        /**
         * @param gone6 text
         */
        static async run(kept = 2) {}
        /** @param gone7 text */
        #property = (kept: number) => kept;
        /** @param gone8 text */
        abstract lacking(kept: number): number;
      }
      /** @param gone9 text */
      export type T = (kept: number) => number;
      /** @param gone10 text */
      export const value = {};
      /** @param gone11 text */
    `;
    const messages = await messagesOf('documented-parameters', text);
    expect(messages).toEqual(
      Array.from({ length: 11 }, (_, index) => `@param gone${index + 1}: the function below has no such parameter.`),
    );
  });

  it('accepts the names of parameters, and of variables that a parameter is destructured into', async () => {
    const text = `
      export class K {
        /** @param first text @param second text @param {string} third text @param rest text */
        @decorated()
        run(first: number, { a: second, b: [, third] = [] }: B, ...rest: number[]): void {}
        /** @param held text */
        constructor(private readonly held = 1) {}
      }
    `;
    expect(await messagesOf('documented-parameters', text)).toEqual([]);
  });
});

describe('The rule documented-links', () => {
  it('refuses a link to a name that the file neither declares nor imports', async () => {
    const text = '/** See {@link gone} and {@link away.member}. */\nexport const kept = 1;\n';
    expect(await messagesOf('documented-links', text)).toEqual([
      '{@link gone}: the file neither declares nor imports it.',
      '{@link away}: the file neither declares nor imports it.',
    ]);
  });

  it('accepts links to declarations, imports, types, members of classes, and pages', async () => {
    const text = `
      import type { Imported } from './imported.js';
      interface Declared { member: string }
      class K { method() {} }
      /** {@link Imported}, {@link Declared}, {@link member}, {@link K.method}, {@link https://example.com page}. */
      export const kept = 1;
    `;
    expect(await messagesOf('documented-links', text)).toEqual([]);
  });
});
