import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

/** The text of every spec by its name: `company-enrich` for `test/company/company-enrich.spec.ts`, in whatever folder. */
async function specs(): Promise<ReadonlyMap<string, string>> {
  const folders = ['src', 'test'].map((name) => join(root, name));
  const entries = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })));
  const files = entries.flat().filter(({ name }) => name.endsWith('.spec.ts'));
  const texts = files.map(async ({ name, parentPath }) => {
    return [name.replace('.spec.ts', ''), await readFile(join(parentPath, name), 'utf8')] as const;
  });
  return new Map(await Promise.all(texts));
}

describe('docs/conformance.md', () => {
  it('names for each statement a spec that is there, with words that are in it', async () => {
    const page = await readFile(join(root, 'docs', 'conformance.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (?!Statement|-)(.+?) +\| `([\w.-]+)`: (.+?) +\|$/gm)];
    expect(rows.length).toBeGreaterThan(100);
    const texts = await specs();
    const stale = rows.filter(([, , spec = '', title = '']) => texts.get(spec)?.includes(title) !== true);
    expect(stale.map(([row]) => row)).toEqual([]);
  });
});
