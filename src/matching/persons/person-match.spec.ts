import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEmail } from '../emails/email.js';
import { compareNames, contradictNames } from '../names/name-comparison.js';
import { emailFit, minMatchScore, type MatchEvidence, scoreMatch, bestCandidate } from './person-match.js';
import { parsePersonName } from '../names/person-name.js';

const nothing: MatchEvidence = { email: null, name: null, employer: null };
const sameCompany = { isSameCompany: true, nameAgreement: 0 };
const sameName = { isSameCompany: false, nameAgreement: 1 };
const otherCompany = { isSameCompany: false, nameAgreement: 0 };
const inGraph = { isInGraph: true, fit: null, hasOtherAtDomain: false };

function ofForm(fit: number): MatchEvidence['email'] {
  return { isInGraph: false, fit, hasOtherAtDomain: false };
}

function name(asked: string, stored: string): MatchEvidence['name'] {
  const [a, b] = [parsePersonName(asked), parsePersonName(stored)];
  if (a === null || b === null) throw new Error(`no name: ${asked}, ${stored}`);
  return { agreement: compareNames(a, b), isContradicting: contradictNames(a, b) };
}

const score = (evidence: Partial<MatchEvidence>) => scoreMatch({ ...nothing, ...evidence });

describe('scoreMatch', () => {
  it.each([
    ['a stored address', { email: inGraph }],
    ['a stored address with another employer', { email: inGraph, employer: otherCompany }],
    [
      'a stored address with a name that a marriage may explain',
      { email: inGraph, name: name('Jane Doe', 'Jane Smith') },
    ],
    ['an address formed from the full name', { email: ofForm(0.95) }],
    ['an address formed from initial and family name', { email: ofForm(0.85) }],
    ['the name at the company', { name: name('Jane Doe', 'Jane Doe'), employer: sameCompany }],
    ['the name at a company of the stated name', { name: name('Jane Doe', 'Jane Doe'), employer: sameName }],
    ['a nickname at the company', { name: name('Bob Smith', 'Robert Smith'), employer: sameCompany }],
    ['half a given name at the company', { name: name('Jean Dupont', 'Jean-Pierre Dupont'), employer: sameCompany }],
    ['an initial at the company', { name: name('J. Smith', 'John Smith'), employer: sameCompany }],
    ['a typing error at the company', { name: name('Micheal Smith', 'Michael Smith'), employer: sameCompany }],
    [
      'a single word that is the whole name, at the company',
      { name: name('Madonna', 'Madonna'), employer: sameCompany },
    ],
    [
      'an address of a weak form with half a given name',
      { email: ofForm(0.8), name: name('Jean Dupont', 'Jean-Pierre Dupont') },
    ],
  ])('returns enough for a match for %s', (_, evidence) => {
    expect(score(evidence)).toBeGreaterThanOrEqual(minMatchScore);
  });

  it.each([
    ['no evidence', {}],
    ['a name without an employer', { name: name('Jane Doe', 'Jane Doe') }],
    ['the company without a name', { employer: sameCompany }],
    ['the name at another company', { name: name('Jane Doe', 'Jane Doe'), employer: otherCompany }],
    ['another name at the company', { name: name('John Doe', 'Jane Doe'), employer: sameCompany }],
    [
      'a given name of which half is stored',
      { name: name('Jean-Pierre Dupont', 'Jean Dupont'), employer: sameCompany },
    ],
    ['a single name at the company', { name: name('Jane', 'Jane Doe'), employer: sameCompany }],
    [
      'an initial at a company of a similar name',
      { name: name('J. Smith', 'John Smith'), employer: { isSameCompany: false, nameAgreement: 0.92 } },
    ],
    [
      "a stored address with a name that contradicts the owner's",
      { email: inGraph, name: name('John Doe', 'Jane Doe') },
    ],
    [
      'an address formed from another name than the stated one',
      { email: ofForm(0.95), name: name('John Doe', 'Jane Doe') },
    ],
    ['an address formed from a given name alone', { email: ofForm(0.5) }],
    ['an address formed from a family name alone', { email: ofForm(0.6) }],
    ['an address with a number', { email: ofForm(0.76) }],
    [
      'an address formed from an initial, if another address is stored',
      { email: { isInGraph: false, fit: 0.85, hasOtherAtDomain: true } },
    ],
  ])('returns too little for a match for %s', (_, evidence) => {
    expect(score(evidence)).toBeLessThan(minMatchScore);
  });

  it('returns a higher score for all agreeing evidence together than for each kind alone', () => {
    const agreeing = name('Jane Doe', 'Jane Doe');
    const all = score({ email: inGraph, name: agreeing, employer: sameCompany });
    expect(all).toBeGreaterThan(score({ email: inGraph }));
    expect(all).toBeGreaterThan(score({ name: agreeing, employer: sameCompany }));
    const formed = score({ email: ofForm(0.95), name: agreeing, employer: sameCompany });
    expect(formed).toBeGreaterThan(score({ email: ofForm(0.95) }));
    expect(formed).toBeGreaterThan(score({ name: agreeing, employer: sameCompany }));
  });

  const level = fc.double({ min: 0, max: 1, noNaN: true });
  const supporting = level.map((agreement) => ({ agreement: 0.5 + agreement / 2, isContradicting: false }));
  const anyEmail = fc.record({ isInGraph: fc.boolean(), fit: fc.option(level), hasOtherAtDomain: fc.boolean() });
  const anyEmployer = fc.record({ isSameCompany: fc.boolean(), nameAgreement: level });

  it('never returns a lower score if evidence is added that does not contradict the candidate', () => {
    fc.assert(
      fc.property(fc.option(anyEmail), supporting, fc.option(anyEmployer), (email, stated, employer) => {
        const combined = score({ email, name: stated, employer });
        for (const less of [{ email, name: stated }, { email, employer }, { name: stated, employer }, { email }]) {
          expect(combined).toBeGreaterThanOrEqual(score(less));
        }
      }),
    );
  });

  it('never returns a lower score for a better form of the address or a higher similarity of the names', () => {
    fc.assert(
      fc.property(level, level, supporting, supporting, anyEmployer, (fit, otherFit, stated, other, employer) => {
        const low = score({ email: ofForm(Math.min(fit, otherFit)), name: stated, employer });
        const high = score({ email: ofForm(Math.max(fit, otherFit)), name: stated, employer });
        expect(high).toBeGreaterThanOrEqual(low);
        const [weaker, stronger] = stated.agreement < other.agreement ? [stated, other] : [other, stated];
        const weak = score({ email: ofForm(fit), name: weaker, employer });
        expect(score({ email: ofForm(fit), name: stronger, employer })).toBeGreaterThanOrEqual(weak);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('bestCandidate', () => {
  const at = (asked: string, ...stored: string[]) =>
    bestCandidate(stored.map((full) => score({ name: name(asked, full), employer: sameCompany })));

  it.each([
    ['the only one', 'Jane Doe', ['Jane Doe']],
    ['the person with the same name', 'Jane Doe', ['Jane Doe', 'John Doe', 'Jane Roe']],
    ['the person with the short name', 'Bob Smith', ['Bob Smith', 'Robert Smith']],
    ['the person with the requested middle name', 'John A. Smith', ['John A. Smith', 'John Smith', 'John B. Smith']],
    ['the person with the requested generation', 'John Smith Jr.', ['John Smith Jr.', 'John Smith Sr.', 'John Smith']],
    ['the person with no other name', 'Madonna', ['Madonna', 'Madonna Ciccone', 'Louise Madonna']],
    ['the one without a typing error', 'Jane Oppenheimer', ['Jane Oppenheimer', 'Jane Oppenhiemer']],
  ])('returns %s for the name %s', (_, asked, stored) => {
    expect(at(asked, ...stored)).toBe(0);
    expect(at(asked, ...stored.toReversed())).toBe(stored.length - 1);
  });

  it.each([
    ['namesakes', 'Jane Doe', ['Jane Doe', 'Jane Doe']],
    ['namesakes of one word', 'Madonna', ['Madonna', 'Madonna']],
    ['namesakes of whom one has a middle name', 'John Smith', ['John Smith', 'John A. Smith']],
    ['namesakes of two generations', 'John Smith', ['John Smith Sr.', 'John Smith Jr.']],
    ['two persons with the initial', 'J. Smith', ['John Smith', 'Jane Smith']],
    ['two persons with the nickname', 'Alex Smith', ['Alexander Smith', 'Alexandra Smith']],
    ['two persons whose names differ by a typing error', 'Jane Oppenheimer', ['Jane Oppenhiemer', 'Jane Oppenheumer']],
    ['persons of other names only', 'Jane Doe', ['John Doe', 'Jane Roe']],
  ])('returns null among %s for the name %s', (_, asked, stored) => {
    expect(at(asked, ...stored)).toBeNull();
  });

  it('returns, of two persons with the same name, the person for whom the address is stored', () => {
    const agreeing = { name: name('Jane Doe', 'Jane Doe'), employer: sameCompany };
    expect(bestCandidate([score(agreeing), score({ ...agreeing, email: inGraph })])).toBe(1);
  });

  it.each([
    ['the stated name', 'Jane Smith'],
    ['a nickname of the stated name', 'Janie Smith'],
  ])('does not return the owner of the stated address if another candidate has %s', (_, other) => {
    const owner = score({ email: inGraph, name: name('Jane Smith', 'Jane Doe'), employer: sameCompany });
    const bearer = score({ name: name('Jane Smith', other), employer: sameCompany });
    expect(bestCandidate([owner])).toBe(0);
    expect(bestCandidate([owner, bearer])).not.toBe(0);
  });

  it.each(['John Smith', 'John Doe'])(
    'does not return Jane Doe, who owns the stated address, for the name %s',
    (asked) => {
      expect(
        bestCandidate([score({ email: inGraph, name: name(asked, 'Jane Doe'), employer: sameCompany })]),
      ).toBeNull();
    },
  );

  it.each([
    [[], null],
    [[0.79], null],
    [[minMatchScore], 0],
    [[1], 0],
    [[1, 1], null],
    [[1, 0.99], 0],
    [[0, 0.9, 0], 1],
    [[0.95, 0.98], 1],
    [[0.85, 0.8], null],
    [[0.8, 0.71, 0.6], null],
    [[0.8, 0.69], 0],
  ])('returns for the scores %j the index of the best candidate: %s', (scores, expected) => {
    expect(bestCandidate(scores)).toBe(expected);
  });
});

describe('emailFit', () => {
  const fit = (address: string, full: string) => {
    const [email, stored] = [parseEmail(address), parsePersonName(full)];
    return email === null || stored === null ? undefined : emailFit(email, stored);
  };

  it('returns the score of the local part for the name, and null if the local part does not fit the name', () => {
    expect(fit('jane.doe@acme.com', 'Jane Doe')).toBe(0.95);
    expect(fit('jane.roe@acme.com', 'Jane Doe')).toBeNull();
  });

  it.each([
    ['an address at a free-mail provider', 'jane.doe@gmail.com', 'Jane Doe'],
    ['the address of a role', 'jobs@acme.com', 'Steve Jobs'],
  ])('returns null for %s', (_, address, full) => {
    expect(fit(address, full)).toBeNull();
  });
});
