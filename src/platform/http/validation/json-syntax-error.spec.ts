import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { malformedBeginning, malformedJson } from './json-syntax-error.js';

function offsetOf(text: string): unknown {
  return malformedJson(text).loc[1];
}

describe('The search for a syntax error in a JSON text', () => {
  it.each([
    ['', 0],
    ['   ', 3],
    ['abc', 0],
    ['nul', 0],
    ['[1,', 3],
    ['[1,]', 3],
    ['[', 1],
    ['[}', 1],
    ['{"a":}', 5],
    ['{"a":-}', 5],
    ['{"a":.5}', 5],
    ['{"a":+1}', 5],
    ['\ufeff{}', 0],
    ['\u00a0{}', 0],
    ['NaN', 0],
    ['[1, NaN]', 4],
    ['{"a": Infinity}', 6],
    ['[-Infinity]', 1],
    ['{', 1],
    ['{ 1:2}', 2],
    ["{'network_url':'x'}", 1],
    ['{"network_url":"x",}', 19],
    ['{,}', 1],
    ['{"a" 1}', 5],
    ['{"a"', 4],
    ['{"a":1 "b":2}', 7],
    ['{"a":1', 6],
    ['{"a":1]', 6],
    ['[1 2]', 3],
    ['[01]', 2],
    ['[1.]', 1],
    ['[1e]', 1],
    ['[1.5e+]', 1],
    ['{"network_url":"x"} x', 20],
    ['{}{}', 2],
    ['-1.5E-3]', 7],
    ['true false', 5],
    ['{"network_url":"x', 15],
    ['{"a', 1],
    ['"', 0],
    ['["\\', 1],
    ['{"a":"x\n"}', 7],
    ['{"a":"\u0000"}', 6],
    ['{"a\t":1}', 3],
    ['{"a":"\\q"}', 6],
    ['"\\\u0022\\x"', 3],
    ['{"a":"\\u12"}', 7],
    ['"\\u00g0"', 2],
    ['"\\u0041', 0],
    ['"\\ud83d\\u"', 8],
  ])('finds the error of %j at character %d', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(offsetOf(text)).toBe(offset);
  });

  it('counts the place of an error in characters, not in UTF-16 units', () => {
    expect(offsetOf('{"😀":"é😀" x')).toBe(10);
    expect(offsetOf('{"😀":"é😀\\q')).toBe(8);
  });

  it('reports an error at the place where a text is nested more than 500 levels deep', () => {
    const item = malformedJson('['.repeat(1_000_000));
    expect(item).toMatchObject({ loc: ['body', 500], ctx: { error: 'Nested more than 500 levels deep' } });
    expect(offsetOf('{"a":'.repeat(200_000))).toBe(2_500);
  });

  it('finds the error of a text of a megabyte', () => {
    expect(offsetOf(`"${'x'.repeat(1_000_000)}`)).toBe(0);
    expect(offsetOf(`${'1'.repeat(1_000_000)}x`)).toBe(1_000_000);
    expect(offsetOf(`["${'\\n'.repeat(500_000)}\\q"]`)).toBe(1_000_002);
    expect(offsetOf(`[${'[],'.repeat(300_000)}`)).toBe(900_001);
  });

  it.each([
    ['space', ' '.repeat(5_000_000)],
    ['numbers', `[${'1,'.repeat(2_500_000)}`],
    ['empty strings', `[${'"",'.repeat(1_600_000)}`],
    ['objects', `[${'{"a":1},'.repeat(600_000)}`],
    ['escapes', `"${'\\n'.repeat(2_500_000)}`],
  ])('takes a fraction of a second of processor time for 5 MB of %s', (_what, text) => {
    const milliseconds = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      malformedJson(text);
      return process.cpuUsage(before).user / 1_000;
    });
    expect(Math.min(...milliseconds)).toBeLessThan(400);
  });

  it('reports text after the end of a JSON document, at the place where that text begins', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom('x', ']', '}', ',', '"', ':', '{}'), (document, rest) => {
        expect(offsetOf(`${document} ${rest}`)).toBe(Array.from(document).length + 1);
      }),
    );
  });

  it('finds an error in a document that was cut off, no later than at the cut', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (document, cut) => {
        const list = `[${document}]`;
        const text = list.slice(0, 1 + (cut % (list.length - 1)));
        expect(offsetOf(text)).toBeLessThanOrEqual(Array.from(text).length);
      }),
    );
  });

  it('finds an error in every text that JSON.parse refuses', () => {
    const sign = fc.constantFrom(...Array.from('{}[]:,"\\/*-+.0123eEtrufalsn \t\n\u0001\u00a0\ufeff'));
    fc.assert(
      fc.property(fc.json(), fc.nat(), sign, (document, index, inserted) => {
        const at = index % (document.length + 1);
        const text = document.slice(0, at) + inserted + document.slice(at);
        fc.pre(!isJson(text));
        expect(malformedJson(text).ctx).not.toEqual({ error: 'Not JSON' });
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns an error with the same members as an error of FastAPI, but with a reason in our own words', () => {
    expect(JSON.stringify(malformedJson('{"a":}'))).toBe(
      '{"type":"json_invalid","loc":["body",5],"msg":"JSON decode error","input":{},"ctx":{"error":"Value expected"}}',
    );
  });

  it.each(['NaN', '-NaN', 'nan', 'Infinity', '-Infinity', 'inf', 'undefined', 'None', 'NaT', 'nil'])(
    'names the word %s, which programs write for a missing number or value, and says what to send',
    (word) => {
      expect(malformedJson(`{"a": [1, ${word}]}`)).toMatchObject({
        loc: ['body', 10],
        ctx: { error: `Value expected: ${word} is not JSON, send null or leave the member out` },
      });
    },
  );

  it.each(['NaNa', 'information', 'Nonesuch', 'x'])('does not name another word: %s', (word) => {
    expect(malformedJson(`[${word}]`).ctx).toEqual({ error: 'Value expected' });
  });
});

describe('The search for a syntax error in the beginning of a JSON text', () => {
  it.each(['', '[1', '{"a":1', '[[[', '{"a":[', '["x"', '[{"a":true}', ' [ 1 '])(
    'accepts %j as the beginning of a JSON text',
    (text) => {
      expect(malformedBeginning(text)).toBeNull();
    },
  );

  it.each([
    ['[1 2', 3],
    ['a,b', 0],
    ['[01', 2],
    ['{"a":}', 5],
    ['[1]]', 3],
    ['["\\q"', 2],
  ])('finds the error of %j at character %d', (text, offset) => {
    expect(malformedBeginning(text)?.loc).toEqual(['body', offset]);
  });

  it('finds no error in the beginning of any JSON text that was cut before a comma or an opening bracket', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (document, at) => {
        const text = document.replace(/"(?:[^"\\]|\\.)*"/g, '"x"');
        const cuts = [...text.matchAll(/[[{,]/g)].map(({ index }) => index);
        const cut = cuts[at % Math.max(cuts.length, 1)] ?? 0;
        expect(malformedBeginning(text.slice(0, cut))).toBeNull();
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
