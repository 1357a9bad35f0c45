import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { goldenDifferences, writeGolden } from '../support/http/golden.js';

const acme = { request: 'acme', status: 200, answer: { results: [{ name: 'Acme', tags: ['a', 'b'], size: null }] } };
const globex = { request: 'globex', status: 422, answer: 'Unknown' };

describe('The golden answers', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'golden-'));
    path = join(folder, 'answers.ndjson');
    writeGolden(path, [acme, globex]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const differenceTo = (...answers: (typeof acme | typeof globex)[]): string | null => goldenDifferences(path, answers);

  it('are written to a file with one answer in each line', () => {
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(acme)}\n${JSON.stringify(globex)}\n`);
    expect(differenceTo(acme, globex)).toBeNull();
  });

  it('are compared without regard to the order of members', () => {
    const { status, request, answer } = acme;
    expect(differenceTo({ answer, status, request }, globex)).toBeNull();
  });

  it.each([
    ['a value', { name: 'Acne', tags: ['a', 'b'], size: null }, 'answer.results[0].name', '"Acme"', '"Acne"'],
    ['an entry of a list', { name: 'Acme', tags: ['a', 'c'], size: null }, 'answer.results[0].tags[1]', '"b"', '"c"'],
    ['a shorter list', { name: 'Acme', tags: ['a'], size: null }, 'answer.results[0].tags[1]', '"b"', 'nothing'],
    ['a missing member', { name: 'Acme', tags: ['a', 'b'] }, 'answer.results[0].size', 'null', 'nothing'],
    ['a type', { name: 'Acme', tags: {}, size: null }, 'answer.results[0].tags', '["a","b"]', '{}'],
  ])('are reported with the member that differs if %s has changed', (_change, result, member, expected, received) => {
    const changed = { ...acme, answer: { results: [result] } } as typeof acme;
    expect(differenceTo(changed, globex)).toContain(
      `members that differ: 1\nacme\n  ${member}\n    expected ${expected}\n    received ${received}`,
    );
  });

  it('differ if an answer is missing in the file, or if only the file has it', () => {
    const further = { ...globex, request: 'initech' };
    expect(differenceTo(acme, further)).toContain('globex\n  the answer\n    expected {');
    expect(differenceTo(acme, further)).toContain('initech\n  the answer\n    expected nothing');
  });

  it('are refused if two of them belong to the same request', () => {
    expect(() => differenceTo(acme, acme)).toThrow('Two golden answers have the same request');
  });
});
