import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { locateJsonSyntaxError, malformedJson } from './json-syntax-error.js';

const VALUE = 'Expecting value';
const NAME = 'Expecting property name enclosed in double quotes';
const COMMA = "Expecting ',' delimiter";
const COLON = "Expecting ':' delimiter";
const EXTRA = 'Extra data';
const CONTROL = 'Invalid control character at';
const ESCAPE = 'Invalid \\escape';
const UNICODE = 'Invalid \\uXXXX escape';
const UNTERMINATED = 'Unterminated string starting at';

describe('locateJsonSyntaxError', () => {
  it.each([
    ['', 0, VALUE],
    ['   ', 3, VALUE],
    ['abc', 0, VALUE],
    ['nul', 0, VALUE],
    ['[1,', 3, VALUE],
    ['[1,]', 3, VALUE],
    ['[', 1, VALUE],
    ['[}', 1, VALUE],
    ['{"a":}', 5, VALUE],
    ['{"a":-}', 5, VALUE],
    ['{"a":.5}', 5, VALUE],
    ['{"a":+1}', 5, VALUE],
    ['\ufeff{}', 0, VALUE],
    ['\u00a0{}', 0, VALUE],
    ['NaN', 0, VALUE],
    ['[1, NaN]', 4, VALUE],
    ['{"a": Infinity}', 6, VALUE],
    ['[-Infinity]', 1, VALUE],
    ['{', 1, NAME],
    ['{ 1:2}', 2, NAME],
    ["{'network_url':'x'}", 1, NAME],
    ['{"network_url":"x",}', 19, NAME],
    ['{,}', 1, NAME],
    ['{"a" 1}', 5, COLON],
    ['{"a"', 4, COLON],
    ['{"a":1 "b":2}', 7, COMMA],
    ['{"a":1', 6, COMMA],
    ['{"a":1]', 6, COMMA],
    ['[1 2]', 3, COMMA],
    ['[01]', 2, COMMA],
    ['[1.]', 2, COMMA],
    ['[1e]', 2, COMMA],
    ['[1.5e+]', 4, COMMA],
    ['{"network_url":"x"} x', 20, EXTRA],
    ['{}{}', 2, EXTRA],
    ['-1.5E-3]', 7, EXTRA],
    ['true false', 5, EXTRA],
    ['{"network_url":"x', 15, UNTERMINATED],
    ['{"a', 1, UNTERMINATED],
    ['"', 0, UNTERMINATED],
    ['["\\', 1, UNTERMINATED],
    ['{"a":"x\n"}', 7, CONTROL],
    ['{"a":"\u0000"}', 6, CONTROL],
    ['{"a\t":1}', 3, CONTROL],
    ['{"a":"\\q"}', 6, ESCAPE],
    ['"\\\u0022\\x"', 3, ESCAPE],
    ['{"a":"\\u12"}', 7, UNICODE],
    ['"\\u00g0"', 2, UNICODE],
    ['"\\u0041', 2, UNICODE],
    ['"\\ud83d\\u"', 8, UNICODE],
  ])('%j: character %d, %s', (text, offset, reason) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(locateJsonSyntaxError(text)).toEqual({ offset, reason });
  });

  it('counts characters, not UTF-16 units', () => {
    expect(locateJsonSyntaxError('{"😀":"é😀" x')).toEqual({ offset: 10, reason: COMMA });
  });

  it('walks nesting and length that would exhaust a call stack', () => {
    expect(locateJsonSyntaxError('['.repeat(1_000_000))).toEqual({ offset: 1_000_000, reason: VALUE });
    expect(locateJsonSyntaxError('{"a":'.repeat(200_000))).toEqual({ offset: 1_000_000, reason: VALUE });
    expect(locateJsonSyntaxError(`${'['.repeat(500_000)}${']'.repeat(500_000)},`).reason).toBe(EXTRA);
    expect(locateJsonSyntaxError(`"${'x'.repeat(1_000_000)}`)).toEqual({ offset: 0, reason: UNTERMINATED });
    expect(locateJsonSyntaxError(`${'1'.repeat(1_000_000)}x`).offset).toBe(1_000_000);
  });

  it('finds what follows a document right behind it', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('x', ']', '}', ',', '"', ':', '{}'), (document, rest) => {
        const offset = Array.from(document).length + 1;
        expect(locateJsonSyntaxError(`${document} ${rest}`)).toEqual({ offset, reason: EXTRA });
      }),
    );
  });

  it('finds a document that was cut off incomplete, at its end or before', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (document, cut) => {
        const list = `[${document}]`;
        const text = list.slice(0, 1 + (cut % (list.length - 1)));
        const { offset, reason } = locateJsonSyntaxError(text);
        expect(reason).not.toBe(EXTRA);
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
