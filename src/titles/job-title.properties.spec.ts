import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { englishTitles } from './job-title-english.fixture.js';
import { germanTitles } from './job-title-german.fixture.js';
import { frenchTitles, italianTitles, portugueseTitles, spanishTitles } from './job-title-romance.fixture.js';
import { misleadingTitles, untidyTitles } from './job-title-traps.fixture.js';
import { personasOf, type Seniority, seniorityMeanings, seniorityOf } from './seniority.js';
import { personaMeanings } from './title-tables.js';

const latin = [englishTitles, germanTitles, frenchTitles, spanishTitles, italianTitles, portugueseTitles];
const titles = [...latin, misleadingTitles, untidyTitles].flat().map(([title]) => title);
const pieces = ['of', 'the', 'to', 'assistant', 'former', 'at', 'and', 'senior', 'chief', 'officer', 'bank', 'de'];
const title = fc.constantFrom(...titles);
const joint = fc.constantFrom(' ', ', ', ' - ', ' / ', ' | ', ' & ', ' of ', ' to the ', ' at ');
const composed = fc
  .array(fc.tuple(fc.oneof(title, fc.constantFrom(...pieces)), joint), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join('').slice(0, 250));
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 400 }),
);

const answer = (text: string) => ({ seniority: seniorityOf(text), personas: personasOf(text) });
const height = (seniority: Seniority | null) => [null, ...Object.keys(seniorityMeanings)].indexOf(seniority);

describe('seniorityOf and personasOf', () => {
  it('give any text at most four different known personas, and none if it has no seniority', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, composed), (text) => {
        const { seniority, personas } = answer(text);
        expect(height(seniority)).toBeGreaterThanOrEqual(0);
        expect(personas.length).toBeLessThanOrEqual(4);
        expect(new Set(personas).size).toBe(personas.length);
        for (const persona of personas) expect(personaMeanings).toHaveProperty(persona);
        if (seniority === null) expect(personas).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('treat names of object members, such as __proto__, as unknown words', () => {
    for (const text of ['constructor', '__proto__', 'toString hasOwnProperty']) {
      expect(answer(text)).toEqual({ seniority: 'seniority_ic', personas: [] });
    }
  });

  it('return the same for a title in upper case and in lower case, unless it says "retired" by "i.R." or "a.D."', () => {
    fc.assert(
      fc.property(composed, (text) => {
        // Case decides here: "a.D." means retired, and the Italian "A.D." means managing director.
        fc.pre(!/i\.\s?R|a\.\s?D/.test(text));
        expect(answer(text.toUpperCase())).toEqual(answer(text));
        expect(answer(text.toLowerCase())).toEqual(answer(text));
      }),
    );
  });

  it('return the same for a title without its accents, unless it has the Czech word "primář" or the Slovak "primár"', () => {
    fc.assert(
      fc.property(composed, (text) => {
        // Accents decide here: a "primář" or "primár" is a head physician, and a Romanian "primar" is a mayor.
        fc.pre(!/primá[rř]/i.test(text));
        expect(answer(text.normalize('NFD').replace(/\p{M}/gu, ''))).toEqual(answer(text));
      }),
    );
  });

  it('return the same for a title with more or other white space', () => {
    const space = fc.constantFrom('  ', '\t', '\n', '\u00A0', ' \u3000 ');
    fc.assert(
      fc.property(composed, space, (text, white) => {
        fc.pre(text.length < 80);
        expect(answer(`${white}${text.replaceAll(' ', white)}${white}`)).toEqual(answer(text));
      }),
    );
  });

  it('never return a lower seniority for a title if "Senior" is put before it', () => {
    const industry = fc.constantFrom(null, 'Banks', 'Software');
    fc.assert(
      fc.property(composed, industry, (text, trade) => {
        const lifted = seniorityOf(`Senior ${text}`, { industry: trade });
        expect(height(lifted)).toBeGreaterThanOrEqual(height(seniorityOf(text, { industry: trade })));
      }),
      { numRuns: 1000 },
    );
  });

  it('return for "Assistant to" with any title after it the seniority and the tag of an assistant', () => {
    fc.assert(
      fc.property(composed, fc.constantFrom('', 'the '), (text, article) => {
        expect(answer(`Assistant to ${article}${text}`)).toEqual({
          seniority: 'seniority_ic',
          personas: ['administration'],
        });
      }),
      { numRuns: 500 },
    );
  });

  it('return the seniority of the current title if a former title follows it', () => {
    fc.assert(
      fc.property(title, title, (now, past) => {
        expect(seniorityOf(`${now} | Former ${past.replace(/[^\p{L} ]/gu, ' ')}`)).toBe(seniorityOf(now));
      }),
    );
  });
});
