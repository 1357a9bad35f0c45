import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { EnrichmentAnswer, openRecord, resultsOf } from './enrichment-answer.js';

const names = ['__proto__', 'toJSON', 'é"\n\ud800', 'signals'];
const nothing = Object.assign(openRecord(), Object.fromEntries(names.map((name) => [name, null])));

function reasonAt(index: number) {
  if (index % 3 !== 2) return undefined;
  return index % 2 === 0 ? ('several_candidates' as const) : ('no_candidate' as const);
}

/** The result at an index; every third result has no record. */
function resultAt(index: number) {
  const identifier = { website: `${index}.example`, external_id: undefined };
  if (index % 3 === 2) return { identifier, data: nothing, matched: false, unmatched_reason: reasonAt(index) };
  const data = openRecord();
  for (const name of names) data[name] = [`${name}${index}`, { index }];
  return { identifier, data, matched: true };
}

function answerOf(count: number, values = names.length) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const found = indexes.map((index) => ({ index, reason: reasonAt(index) }));
  const layOut = ({ index }: { readonly index: number }) => resultAt(index);
  return {
    answer: new EnrichmentAnswer(found, resultsOf(found, values, layOut)),
    whole: { results: indexes.map(resultAt) },
  };
}

describe('The answer of an enrichment', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 1],
    [5_000, 1],
    [5_000, 100],
  ])('writes %d results of %d values as JSON.stringify does, as one text and in pieces', async (count, values) => {
    const { answer, whole } = answerOf(count, values);
    const expected = JSON.stringify(whole);
    expect([...answer.results()]).toHaveLength(count);
    expect([...answer.pieces()].join('')).toBe(expected);
    expect([...answer.pieces()].join('')).toBe(expected);
    expect(await answer.text()).toBe(expected);
    expect(await text(answer.stream())).toBe(expected);
    expect([...answer.seal().pieces()].join('')).toBe(expected);
    expect(await text(answer.seal().stream())).toBe(expected);
  });

  it('estimates the number of characters of the answer, and counts the matches', () => {
    const { answer, whole } = answerOf(9_000);
    const length = JSON.stringify(whole).length;
    expect(answer.size).toBeGreaterThan(length / 2);
    expect(answer.size).toBeLessThan(length * 2);
    expect([answer.count, answer.matched, answer.isLarge]).toEqual([9_000, 6_000, true]);
    expect(answerOf(10).answer.isLarge).toBe(false);
  });

  it.each([
    [2, null],
    [3, 'several_candidates=1'],
    [3_000, 'no_candidate=500, several_candidates=500'],
  ])('counts the reasons of the results without a match among %d results: %j', (count, expected) => {
    expect(answerOf(count).answer.unmatchedReasons).toBe(expected);
    expect(answerOf(count, 1_000).answer.unmatchedReasons).toBe(expected);
  });

  it('has headers that name unknown fields and count the reasons for missing matches, and no headers if there is nothing to name or count', () => {
    const answerTo = (reason: 'contradiction' | undefined, unknownFields: readonly string[]) =>
      new EnrichmentAnswer([{ reason }], () => [resultAt(0)], { unknownFields });
    expect(answerTo('contradiction', ['emial']).headers).toEqual({
      'X-Unknown-Fields': 'emial',
      'X-Unmatched-Reasons': 'contradiction=1',
    });
    expect(answerTo(undefined, []).headers).toEqual({});
  });

  it('counts the size of a shared value in each result that has this value', () => {
    const signals = Array.from({ length: 1_000 }, () => ({ message_text: 'x'.repeat(100) }));
    const result = { identifier: {}, data: { signals }, matched: true };
    const shared = new EnrichmentAnswer(Array<object>(50).fill({}), () => Array<typeof result>(50).fill(result));
    expect(shared.size).toBeGreaterThan(50 * 1_000 * 100);
  });

  it('writes a large answer in pieces of less than 100,000 characters', () => {
    const { answer, whole } = answerOf(50_000);
    const lengths = [...answer.pieces()].map((piece) => piece.length);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    expect(lengths.length).toBeGreaterThan(JSON.stringify(whole).length / 100_000);
  });

  it('makes the results of a large answer little by little, while its stream is read', async () => {
    let made = 0;
    const count = 50_000;
    const found = Array.from({ length: count }, (_, index) => ({ index, reason: undefined }));
    const results = resultsOf(found, 1_000, ({ index }) => {
      made += 1;
      return resultAt(index);
    });
    const answer = new EnrichmentAnswer(found, results);
    made = 0;
    const stream = answer.stream();
    for await (const _ of stream) break;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(count / 10);
  });
});
