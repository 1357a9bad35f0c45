import { describe, expect, test } from '@jest/globals';
import { type Answer, maxSectionCharacters, readAnswer } from './answer.js';

const sections = { summary: 'One.', technical: 'Two.', buyer: 'Three.', receptive: 'Four.', warm_intro: 'Five.' };
const json = JSON.stringify(sections);
const draft = JSON.stringify({ ...sections, summary: 'A draft.' });

function read(...texts: readonly string[]): Answer['sections'] | undefined {
  return readAnswer(texts)?.sections;
}

describe('readAnswer succeeds', () => {
  test.each([
    ['as JSON', json],
    ['in a code block', `Here you are:\n\`\`\`json\n${json}\n\`\`\``],
    ['behind thoughts with a brace', `<think>{ hm }</think>${json}`],
    ['behind thoughts that only end', `First I { open a brace.</think>${json}`],
    ['behind thoughts with a draft', `◁think▷${draft}◁/think▷ ${json}`],
    ['in a channel', `<|channel|>analysis<|message|>{x<|end|><|channel|>final<|message|>${json}<|return|>`],
    ['behind a brace that is never closed', `Use { to begin. ${json}`],
    ['behind an unclosed quotation mark', `Record {"person read. Answer: ${json}`],
    ['before other objects', `${json}\n\`\`\`json\n{}\n\`\`\` The object {summary} has {"x": {"y": 1}}.`],
    ['within a list', `[${json}]`],
    ['within another object', `{"reasoning": {"sections": ${json}}, "confidence": 0.9}`],
    ['as a JSON string', JSON.stringify(`\n${json}`)],
    ['as the inside of a JSON string', JSON.stringify(json).slice(1, -1)],
    ['with other members', JSON.stringify({ mood: 'good', ...sections, tags: [1, true, null, { a: [] }] })],
    ['with keys in capitals', json.replace('summary', 'SUMMARY').replace('warm_intro', 'Warm Intro')],
    ['with keys in camel case', json.replace('warm_intro', 'warmIntro')],
    ['with trailing commas', json.replace('}', ',}')],
    ['without a comma between lines', json.replace('","', '"\n"')],
    ['with comments', json.replace('{', '{ // five sections\n/* the "first" */')],
    ['with single quotation marks', json.replaceAll('"', "'")],
    ['with bare keys', json.replaceAll(/"(\w+)":/g, '$1: ')],
    ['with CRLF and a byte order mark', `\uFEFF${JSON.stringify(sections, null, 2).replaceAll('\n', '\r\n')}`],
  ])('reads an answer %s', (_form, text) => {
    expect(read(text)).toEqual(sections);
  });

  test('reads line breaks and quotation marks that a model has not escaped', () => {
    expect(read(json.replace('One.', 'She said "yes" to\n"Kafka".'))).toMatchObject({
      summary: 'She said "yes" to "Kafka".',
    });
  });

  test('reads escaped characters as JSON.parse does', () => {
    const summary = 'A "quote" \\ /, \u00e9, 👍, a\tb and {"summary": "no"} end';
    const escaped = JSON.stringify({ ...sections, summary })
      .replace('é', '\\u00e9')
      .replace('👍', '\\ud83d\\udc4d');
    expect(read(escaped)).toMatchObject({ summary: summary.replace('\t', ' ') });
  });

  test('takes the object with the most sections, and of two such objects the last', () => {
    expect(read(`${draft} ${json} {"summary": "Six."}`)).toEqual(sections);
  });

  test('prefers the first text that has all sections', () => {
    expect(read('Certainly!', json, draft)).toEqual(sections);
  });

  test('joins a list of sentences, and removes the signs of a list before them', () => {
    expect(read(JSON.stringify({ ...sections, buyer: ['- One.', '• Two.'] }))).toMatchObject({ buyer: 'One. Two.' });
  });

  test('reads each section as one paragraph, without control characters, direction marks and lone surrogates', () => {
    const summary = ' A\u0000\u001b[31m\n\nBUYER\u202e\tx \ud800 👍🏽 naïve ';
    expect(read(JSON.stringify({ ...sections, summary }))).toMatchObject({ summary: 'A [31m BUYER x 👍🏽 naïve' });
  });
});

describe('readAnswer rejects', () => {
  test.each([
    ['prose', 'I cannot do that.'],
    ['an object that is cut off', json.slice(0, -3)],
    ['a list of texts', '["x"]'],
    ['prose with braces', 'Use {person} and {"a" and {b: c}}.'],
  ])('returns null for %s', (_reason, text) => {
    expect(read(text) ?? {}).toEqual({});
  });

  test.each([
    ['a missing section', undefined, 'section_missing'],
    ['null', null, 'section_missing'],
    ['a number', 7, 'section_not_text'],
    ['an object', { text: 'x' }, 'section_not_text'],
    ['a list that is not of texts', ['x', 7], 'section_not_text'],
    ['an empty list', [], 'section_empty'],
    ['blanks', ' \n\u200b', 'section_empty'],
    ['a text without letters', '…', 'section_empty'],
    ['a word for nothing', 'N/A', 'section_empty'],
    ['a text that is too long', 'x'.repeat(maxSectionCharacters + 1), 'section_too_long'],
  ])('rejects only the one section that is %s', (_reason, buyer, fault) => {
    const { buyer: _, ...others } = sections;
    expect(readAnswer([JSON.stringify({ ...sections, buyer })])).toEqual({
      sections: others,
      faults: new Map([['buyer', fault]]),
    });
  });
});
