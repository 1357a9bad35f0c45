import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fitsLocalPart, localPartFit, localPartTokens } from './local-part.js';
import { nameTokens, parsePersonName, type PersonName } from '../names/person-name.js';

function named(full: string): PersonName {
  const name = parsePersonName(full);
  if (name === null) throw new Error(`no name: ${full}`);
  return name;
}

const fit = (localPart: string, full: string) => fitsLocalPart(localPart, named(full));

const fits: readonly (readonly [keyof typeof localPartFit, string, string])[] = [
  ['fullName', 'jane.doe', 'Jane Doe'],
  ['fullName', 'jane_doe', 'Jane Doe'],
  ['fullName', 'jane-doe', 'Jane Doe'],
  ['fullName', 'janedoe', 'Jane Doe'],
  ['fullName', 'doe.jane', 'Jane Doe'],
  ['fullName', 'doejane', 'Jane Doe'],
  ['fullName', 'jane.q.doe', 'Jane Q. Doe'],
  ['fullName', 'janeq.doe', 'Jane Quincy Doe'],
  ['fullName', 'jane.quincy.doe', 'Jane Quincy Doe'],
  ['fullName', 'jane.doe', 'Jane Quincy Doe'],
  ['fullName', 'hans.mueller', 'Hans Müller'],
  ['fullName', 'hans.muller', 'Hans Müller'],
  ['fullName', 'juergen.mueller', 'Jürgen Müller'],
  ['fullName', "conan.o'brien", "Conan O'Brien"],
  ['fullName', 'jan.vanderberg', 'Jan van der Berg'],
  ['fullName', 'jan.van.der.berg', 'Jan van der Berg'],
  ['fullName', 'jan.berg', 'Jan van der Berg'],
  ['fullName', 'anne-marie.duval', 'Anne-Marie Duval'],
  ['fullName', 'annemarie.duval', 'Anne Marie Duval'],
  ['fullName', 'jane.smith-jones', 'Jane Smith-Jones'],
  ['fullName', 'xiaoming.wang', '王小明'],
  ['fullName', 'xiaoming.wang', 'Wang Xiaoming'],
  ['initialAndFamily', 'jdoe', 'Jane Doe'],
  ['initialAndFamily', 'j.doe', 'Jane Doe'],
  ['initialAndFamily', 'doej', 'Jane Doe'],
  ['initialAndFamily', 'doe.j', 'Jane Doe'],
  ['initialAndFamily', 'jqdoe', 'Jane Q. Doe'],
  ['initialAndFamily', 'amduval', 'Anne-Marie Duval'],
  ['initialAndFamily', 'jvanderberg', 'Jan van der Berg'],
  ['initialAndFamily', 'hmueller', 'Hans Müller'],
  ['initialAndFamily', 'jane.doe', 'J. Doe'],
  ['initialAndFamily', 'jan.van.berg', 'J. van Berg'],
  ['initialAndFamily', 'jane.q.doe', 'J. Doe'],
  ['familyOnly', 'jo.ann.doe', 'J. Doe'],
  ['familyOnly', 'doe.jo.ann', 'J. Doe'],
  ['givenAndInitial', 'janed', 'Jane Doe'],
  ['givenAndInitial', 'jane.d', 'Jane Doe'],
  ['givenAndInitial', 'janv', 'Jan van der Berg'],
  ['familyOnly', 'doe', 'Jane Doe'],
  ['givenOnly', 'jane', 'Jane Doe'],
  ['shortFamily', 'jli', 'Jun Li'],
  ['initials', 'jd', 'Jane Doe'],
  ['initials', 'jqd', 'Jane Q. Doe'],
];

describe('fitsLocalPart', () => {
  it.each(fits)('returns the score of the form %s for the local part %s and the name %s', (level, localPart, full) => {
    expect(fit(localPart, full)).toBe(localPartFit[level]);
  });

  it.each([
    ['a nickname', 'bob.smith', 'Robert Smith'],
    ['a nickname without a separator', 'bobsmith', 'Robert Smith'],
    ['the full form of a stored nickname', 'robert.smith', 'Bob Smith'],
    ['a nickname that the name states', 'ziggy.smith', 'Robert "Ziggy" Smith'],
    ['one of two family names', 'gabriel.garcia', 'Gabriel García Márquez'],
    ['the other of two family names', 'jane.jones', 'Jane Smith-Jones'],
    ['half a given name', 'anne.duval', 'Anne-Marie Duval'],
    ['a middle initial that is not stored', 'john.a.smith', 'John Smith'],
  ])('returns slightly less than for a full name if the local part has %s: %s of %s', (_, localPart, full) => {
    expect(fit(localPart, full)).toBeLessThan(localPartFit.fullName);
    expect(fit(localPart, full)).toBeGreaterThan(localPartFit.initialAndFamily);
  });

  it('multiplies the score of a local part that ends with a number by 0.8', () => {
    expect(fit('jane.doe2', 'Jane Doe')).toBeCloseTo(0.8 * localPartFit.fullName, 10);
    expect(fit('jdoe_01', 'Jane Doe')).toBeCloseTo(0.8 * localPartFit.initialAndFamily, 10);
  });

  it.each([
    ['another given name', 'john.doe', 'Jane Doe'],
    ['another family name', 'jane.roe', 'Jane Doe'],
    ['another initial', 'bdoe', 'Jane Doe'],
    ['another middle initial', 'john.a.smith', 'John B. Smith'],
    ['a role', 'info', 'Jane Doe'],
    ['a further word', 'jane.doe.extern', 'Jane Doe'],
    ['a separator in the wrong place', 'ja.nedoe', 'Jane Doe'],
    ['another division into words', 'jan.edoe', 'Jane Doe'],
    ['a number inside', 'jane2doe', 'Jane Doe'],
    ['only digits', '12345', 'Jane Doe'],
    ['only the start of the family name', 'jane.do', 'Jane Doe'],
    ['the initial of a nickname', 'bsmith', 'Robert Smith'],
    ['other initials', 'jx', 'Jane Doe'],
  ])('returns null for %s: %s and %s', (_, localPart, full) => {
    expect(fit(localPart, full)).toBeNull();
  });
});

describe('localPartTokens', () => {
  it.each([
    ['jane.doe', ['jane', 'doe']],
    ['j.doe', ['doe']],
    ['jdoe', ['doe']],
    ['doej', ['doe']],
    ['janedoe', ['doe', 'jane']],
    ['jan.van.der.berg', ['jan', 'berg', 'vanderberg']],
    ['jane.doe2', ['jane', 'doe']],
    ['h.schmidt', ['shmidt']],
    ['müller', ['muler']],
  ])('returns for %s tokens that include %j', (localPart, expected) => {
    expect(localPartTokens(localPart)).toEqual(expect.arrayContaining(expected));
  });

  it('returns for any text at most 20 tokens, all of lower-case letters', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z]{1,30}([._-][a-z]{1,9}){0,20}$/)),
        (text) => {
          const tokens = localPartTokens(text);
          expect(tokens.length).toBeLessThanOrEqual(20);
          for (const token of tokens) expect(token).toMatch(/^[a-z]+$/);
        },
      ),
    );
  });

  it.each(fits.filter(([level]) => level !== 'initials'))(
    'returns for a local part of the form %s, %s, a token of the name %s',
    (_, localPart, full) => {
      const tokens = new Set(nameTokens(named(full)));
      expect(localPartTokens(localPart).some((token) => tokens.has(token))).toBe(true);
    },
  );

  it('returns for every name that fits the local part at least one token that nameTokens returns, too, unless the local part has only initials', () => {
    const given = fc.constantFrom('Jane', 'Robert', 'Bob', 'Anne-Marie', 'Jürgen', 'José', 'Bartholomew', 'Xi', 'J.');
    const family = fc.constantFrom(
      'Doe',
      'Li',
      'van der Berg',
      'García Márquez',
      'Müller',
      'Smith-Jones',
      'Schwarzenegger',
    );
    const first = fc.constantFrom(
      'jane',
      'robert',
      'bob',
      'annemarie',
      'anne-marie',
      'juergen',
      'jose',
      'bartholomew',
      'j',
      'b',
      '',
    );
    const last = fc.constantFrom(
      'doe',
      'li',
      'vanderberg',
      'berg',
      'garcia',
      'mueller',
      'smithjones',
      'schwarzenegger',
      'd',
      '',
    );
    const separator = fc.constantFrom('.', '_', '', '-');
    fc.assert(
      fc.property(
        given,
        family,
        first,
        last,
        separator,
        fc.boolean(),
        (forename, surname, one, two, between, isTurned) => {
          const localPart = isTurned ? two + between + one : one + between + two;
          const name = named(`${forename} ${surname}`);
          fc.pre((fitsLocalPart(localPart, name) ?? 0) > localPartFit.initials);
          const tokens = new Set(nameTokens(name));
          expect(localPartTokens(localPart).some((token) => tokens.has(token))).toBe(true);
        },
      ),
      { numRuns: 500, maxSkipsPerRun: 10_000 },
    );
  });
});
