import { describe, expect, test } from '@jest/globals';
import { maxSectionCharacters, readAnswer } from './prompt.js';

const sections = { summary: 'One.', technical: 'Two.', buyer: 'Three.', receptive: 'Four.', warm_intro: 'Five.' };

describe('readAnswer succeeds', () => {
  test.each([
    ['as JSON', JSON.stringify(sections)],
    ['in a code block', `Here you are:\n\`\`\`json\n${JSON.stringify(sections)}\n\`\`\``],
    ['that follows a section of thoughts', `<think>{ hm }</think>${JSON.stringify(sections)}`],
    ['with more members than requested', JSON.stringify({ ...sections, mood: 'good' })],
  ])('reads an answer %s', (_form, content) => {
    expect(readAnswer(content)).toEqual({ sections });
  });

  test('reads each section as one paragraph, without control characters, direction marks and lone surrogates', () => {
    const summary = ' A\u0000\u001b[31m\n\nBUYER\u202e\tx \ud800 👍🏽 naïve ';
    const read = readAnswer(JSON.stringify({ ...sections, summary }));
    expect(read).toEqual({ sections: { ...sections, summary: 'A [31m BUYER x 👍🏽 naïve' } });
  });
});

describe('readAnswer rejects', () => {
  test.each([
    ['no JSON', 'I cannot do that.', 'the answer is not JSON'],
    ['broken JSON', '{"summary":"x', 'the answer is not JSON'],
    ['a list', '["x"]', 'the answer is not JSON'],
    ['a missing section', JSON.stringify({ ...sections, buyer: undefined }), 'section buyer is missing or not a text'],
    ['a section that is no text', JSON.stringify({ ...sections, buyer: 7 }), 'section buyer is missing or not a text'],
    ['an empty section', JSON.stringify({ ...sections, buyer: ' \n\u200b' }), 'section buyer is empty'],
    ['a section without letters', JSON.stringify({ ...sections, buyer: '…' }), 'section buyer has no letter'],
    [
      'a section that is too long',
      JSON.stringify({ ...sections, warm_intro: 'x'.repeat(maxSectionCharacters + 1) }),
      `section warm_intro has more than ${maxSectionCharacters} characters`,
    ],
  ])('returns the fault of %s', (_reason, content, fault) => {
    expect(readAnswer(content)).toEqual({ fault });
  });
});
