import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { locateJsonSyntaxError, malformedJson } from './json-syntax-error.js';

const value = 'Expecting value';
const name = 'Expecting property name enclosed in double quotes';
const comma = "Expecting ',' delimiter";
const colon = "Expecting ':' delimiter";
const extra = 'Extra data';
const control = 'Invalid control character at';
const escape = 'Invalid \\escape';
const unicode = 'Invalid \\uXXXX escape';
const unterminated = 'Unterminated string starting at';

describe('locateJsonSyntaxError', () => {
  it.each([
    ['', 0, value],
    ['   ', 3, value],
    ['abc', 0, value],
    ['nul', 0, value],
    ['[1,', 3, value],
    ['[1,]', 3, value],
    ['[', 1, value],
    ['[}', 1, value],
    ['{"a":}', 5, value],
    ['{"a":-}', 5, value],
    ['{"a":.5}', 5, value],
    ['{"a":+1}', 5, value],
    ['\ufeff{}', 0, value],
    ['\u00a0{}', 0, value],
    ['NaN', 0, value],
    ['[1, NaN]', 4, value],
    ['{"a": Infinity}', 6, value],
    ['[-Infinity]', 1, value],
    ['{', 1, name],
    ['{ 1:2}', 2, name],
    ["{'network_url':'x'}", 1, name],
    ['{"network_url":"x",}', 19, name],
    ['{,}', 1, name],
    ['{"a" 1}', 5, colon],
    ['{"a"', 4, colon],
    ['{"a":1 "b":2}', 7, comma],
    ['{"a":1', 6, comma],
    ['{"a":1]', 6, comma],
    ['[1 2]', 3, comma],
    ['[01]', 2, comma],
    ['[1.]', 2, comma],
    ['[1e]', 2, comma],
    ['[1.5e+]', 4, comma],
    ['{"network_url":"x"} x', 20, extra],
    ['{}{}', 2, extra],
    ['-1.5E-3]', 7, extra],
    ['true false', 5, extra],
    ['{"network_url":"x', 15, unterminated],
    ['{"a', 1, unterminated],
    ['"', 0, unterminated],
    ['["\\', 1, unterminated],
    ['{"a":"x\n"}', 7, control],
    ['{"a":"\u0000"}', 6, control],
    ['{"a\t":1}', 3, control],
    ['{"a":"\\q"}', 6, escape],
    ['"\\\u0022\\x"', 3, escape],
    ['{"a":"\\u12"}', 7, unicode],
    ['"\\u00g0"', 2, unicode],
    ['"\\u0041', 2, unicode],
    ['"\\ud83d\\u"', 8, unicode],
  ])('%j: character %d, %s', (text, offset, reason) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(locateJsonSyntaxError(text)).toEqual({ offset, reason });
  });

  it('counts characters, not UTF-16 units', () => {
    expect(locateJsonSyntaxError('{"😀":"é😀" x')).toEqual({ offset: 10, reason: comma });
  });

  it('walks nesting and length that would exhaust a call stack', () => {
    expect(locateJsonSyntaxError('['.repeat(1_000_000))).toEqual({ offset: 1_000_000, reason: value });
    expect(locateJsonSyntaxError('{"a":'.repeat(200_000))).toEqual({ offset: 1_000_000, reason: value });
    expect(locateJsonSyntaxError(`${'['.repeat(500_000)}${']'.repeat(500_000)},`).reason).toBe(extra);
    expect(locateJsonSyntaxError(`"${'x'.repeat(1_000_000)}`)).toEqual({ offset: 0, reason: unterminated });
    expect(locateJsonSyntaxError(`${'1'.repeat(1_000_000)}x`).offset).toBe(1_000_000);
  });

  it('finds what follows a document right behind it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('x', ']', '}', ',', '"', ':', '{}'), (document, rest) => {
        const offset = Array.from(document).length + 1;
        expect(locateJsonSyntaxError(`${document} ${rest}`)).toEqual({ offset, reason: extra });
      }),
    );
  });

  it('finds a document that was cut off incomplete, at its end or before', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (document, cut) => {
        const list = `[${document}]`;
        const text = list.slice(0, 1 + (cut % (list.length - 1)));
        const { offset, reason } = locateJsonSyntaxError(text);
        expect(reason).not.toBe(extra);
        expect(offset).toBeLessThanOrEqual(Array.from(text).length);
      }),
    );
  });
});

describe('malformedJson', () => {
  it('places the fault in the body', () => {
    expect(JSON.stringify(malformedJson('{"a":}'))).toBe(
      '{"type":"json_invalid","loc":["body",5],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting value"}}',
    );
  });
});
