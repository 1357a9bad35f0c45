import { describe, expect, it } from '@jest/globals';
import { compareNames, contradictNames } from './name-comparison.js';
import { nameLevel } from './spelling.js';
import { nameTokens, parsePersonName, personName, type PersonName } from './person-name.js';

function named(full: string): PersonName {
  const name = parsePersonName(full);
  if (name === null) throw new Error(`no name: ${full}`);
  return name;
}

const compare = (asked: string, stored: string) => compareNames(named(asked), named(stored));

/** Pairs of names with the level of their difference, which is the same in both orders. */
const pairs: readonly (readonly [keyof typeof nameLevel, string, string])[] = [
  ['spelling', 'Hans Mueller', 'Hans Muller'],
  ['spelling', 'Ronald McDonald', 'Ronald MacDonald'],
  ['spelling', 'Michael Hoffmann', 'Michael Hofmann'],
  ['spelling', 'Сергей Соловьёв', 'Sergey Soloviev'],
  ['spelling', 'Михаил Ходорковский', 'Mikhail Khodorkovsky'],
  ['particleMissing', 'Jan van der Berg', 'Jan Berg'],
  ['particleMissing', 'Maria de Souza', 'Maria Souza'],
  ['particleMissing', 'Ahmed Al-Rashid', 'Ahmed Rashid'],
  ['particleOther', 'Jan van den Berg', 'Jan van der Berg'],
  ['spelling', 'Ahmed Al-Rashid', 'Ahmed El Rashid'],
  ['nickname', 'Bob Smith', 'Robert Smith'],
  ['nickname', 'Rob Smith', 'Bobby Smith'],
  ['nickname', 'Liz Taylor', 'Elizabeth Taylor'],
  ['nickname', 'Sasha Petrov', 'Alexander Petrov'],
  ['nickname', 'Sasha Petrova', 'Alexandra Petrova'],
  ['nickname', 'Pepe Ruiz', 'José Ruiz'],
  ['nickname', 'Chema Ruiz', 'José María Ruiz'],
  ['nickname', 'Hansi Müller', 'Johannes Müller'],
  ['nickname', 'Dima Medvedev', 'Дмитрий Медведев'],
  ['nickname', 'Gosia Nowak', 'Małgorzata Nowak'],
  ['nickname', 'Stephen Hawking', 'Steven Hawking'],
  ['nickname', 'Mark Miller', 'Marc Miller'],
  ['nickname', 'Jon Smith', 'John Smith'],
  ['nickname', 'Mohamed Khan', 'Muhammad Khan'],
  ['nickname', 'JP Dupont', 'Jean-Pierre Dupont'],
  ['statedNickname', 'Ziggy Smith', 'Robert "Ziggy" Smith'],
  ['givenInitial', 'J. Smith', 'John Smith'],
  ['givenInitial', 'J. Smith', 'J Smith'],
  ['givenInitial', 'Smith J.', 'John Smith'],
  ['typo', 'Micheal Schmidt', 'Michael Schmidt'],
  ['typo', 'Jhon Smith', 'John Smith'],
  ['typo', 'Katherine Schwarzenegker', 'Katherine Schwarzenegger'],
  ['typo', 'Jane Oppenhiemer', 'Jane Oppenheimer'],
  ['typo', 'Annmarie Duval', 'Anne-Marie Duval'],
  ['oneOfTwoFamilyNames', 'Anna García', 'García-López, Anna'],
  ['otherOfTwoFamilyNames', 'Anna López', 'García-López, Anna'],
  ['otherOfTwoFamilyNames', 'Abdullah Ahmad', 'Abdullah bin Ahmad Badawi'],
  ['otherOfTwoFamilyNames', 'José Manuel López', 'José Manuel Soria López'],
  ['someWords', 'Champika Ranawaka', 'Patali Champika Ranawaka Senanayake'],
  ['severalLeftOut', 'Saif al-Rawi', 'Saif Fulayyih Hassan Taha al-Rawi'],
  ['particleMissing', 'Syed Ahmad Syed Mahmud Shahabuddin', 'Syed Ahmad bin Syed Mahmud Shahabuddin'],
  ['formerFamily', 'Jane Doe', 'Jane Smith (née Doe)'],
  ['calledByMiddleName', 'J. Robert Oppenheimer', 'Robert Oppenheimer'],
  ['soundOnly', '王小明', '王晓明'],
  ['oneSyllable', 'Min Kim', 'Min-ho Kim'],
  ['otherOfTwoFamilyNames', 'Rosa Gómez', 'Rosa Ruiz Gómez'],
  ['oneOfTwoFamilyNames', 'Rosa Ruiz', 'Rosa Ruiz Gómez'],
  ['middleNameOnly', 'Hans Peter Müller', 'Peter Müller'],
  ['familyInitial', 'Jane D.', 'Jane Doe'],
  ['singleName', 'Jane', 'Jane Doe'],
  ['singleName', 'Doe', 'Jane Doe'],
  ['wholeSingleName', 'Madonna', 'MADONNA'],
  ['otherMiddleName', 'John A. Smith', 'John B. Smith'],
  ['otherMiddleName', 'Hans Peter Müller', 'Hans Werner Müller'],
];

describe('compareNames', () => {
  it.each([
    ['Jane Doe', 'DOE, Jane'],
    ['José Núñez', 'Jose Nunez'],
    ['Jürgen Müller', 'Juergen Mueller'],
    ['Jürgen Müller', 'Jurgen Muller'],
    ['Søren Ødegård', 'Soeren Oedegaard'],
    ['Đorđe Đoković', 'Djordje Djokovic'],
    ["Conan O'Brien", 'Conan OBrien'],
    ['Anne-Marie Duval', 'Anne Marie Duval'],
    ['Anne-Marie Duval', 'Annemarie Duval'],
    ['Min-su Kim', 'Minsu Kim'],
    ['Jan van der Berg', 'Jan VanderBerg'],
    ['Ronald Mc Donald', 'Ronald McDonald'],
    ['Dr. Jane Doe, PhD', 'Jane Doe | Hiring'],
    ['John Smith Jr.', 'John Smith II'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['王小明', 'Xiao Ming Wang'],
    ['김민수', 'Minsu Kim'],
    ['山田太郎', '山田 太郎'],
  ])('returns 1 for %s and %s', (asked, stored) => {
    expect(compare(asked, stored)).toBe(1);
    expect(compare(stored, asked)).toBe(1);
  });

  it.each(pairs)('returns the level %s for %s and %s', (level, asked, stored) => {
    expect(compare(asked, stored)).toBeCloseTo(nameLevel[level], 10);
    expect(compare(stored, asked)).toBeCloseTo(nameLevel[level], 10);
  });

  it.each([
    ['Smith John', 'John Smith'],
    ['Thomas Karen', 'Karen Thomas'],
    ['van den Berg James', 'James van den Berg'],
    ['Priya Nugyen', 'Priya Nguyen'],
    ['Wang Xiaoming', 'Xiaoming Wang'],
    ['Wang Xiaoming', '王小明'],
    ['Kim Min-su', '김민수'],
    ['Thanh Nguyen', 'Nguyễn Văn Thành'],
    ['Gabriel García', 'Gabriel García Márquez'],
    ['Hillary Rodham', 'Hillary Rodham Clinton'],
    ['Andy McDonald', 'Andrew MacDonald'],
    ['Yulia Chaykovskaya', 'Julia Tchaikovskaya'],
    ['J.R. Smith', 'John Robert Smith'],
    ['Sergei Solovyov', 'Сергей Соловьёв'],
    ['Mueller Hans', 'Hans Müller'],
  ])('returns more than 0.84 and less than 1 for %s and %s', (asked, stored) => {
    expect(compare(asked, stored)).toBeGreaterThan(0.84);
    expect(compare(asked, stored)).toBeLessThan(1);
    expect(compare(stored, asked)).toBeCloseTo(compare(asked, stored), 1);
  });

  it('rates names lower if a syllable of a Korean given name is missing than if a Western middle name is missing', () => {
    expect(compareNames(named('Kwak Tae'), named('Kwak Yong Tae'))).toBeLessThan(0.75);
    expect(compareNames(named('Kim Yong Il'), named('Kim Il'))).toBeLessThan(0.75);
    expect(compareNames(named('Kim Baker'), named('Kim Anne Baker'))).toBeGreaterThan(0.95);
    expect(compareNames(named('Rosa Gómez'), named('Rosa María Gómez'))).toBeGreaterThan(0.95);
  });

  it('returns more if the request omits a middle name than if it adds one', () => {
    expect(compare('John Smith', 'John Quincy Smith')).toBe(nameLevel.leftOut);
    expect(compare('John Quincy Smith', 'John Smith')).toBe(nameLevel.notStored);
    expect(compare('John Q. Smith', 'John Quincy Smith')).toBe(nameLevel.leftOut);
  });

  it('returns more if the request omits half of a given name than if it adds a half', () => {
    expect(compare('Jean Dupont', 'Jean-Pierre Dupont')).toBe(nameLevel.halfOfGivenName);
    expect(compare('Jean Dupont', 'Jean-Pierre M. Dupont')).toBe(nameLevel.halfOfGivenName);
    expect(compare('Jean-Pierre Dupont', 'Jean Dupont')).toBe(nameLevel.halfOfGivenNameStored);
    expect(compare('Jean Dupont', 'Jean-Pierre Marie Dupont')).toBe(nameLevel.halfOfGivenNameStored);
  });

  it('returns more if the request omits a generation such as "Jr." than if it adds one', () => {
    expect(compare('John Smith', 'John Smith Jr.')).toBe(nameLevel.leftOut);
    expect(compare('John Smith Jr.', 'John Smith')).toBe(nameLevel.notStored);
  });

  it.each([
    ['one from a full name', parsePersonName('Jane Doe')],
    ['one from two fields', personName('Jane', 'Doe')],
    ['one from two exchanged fields', personName('Doe', 'Jane')],
  ])('returns more than 0.9 for a name from two fields and %s', (_, stored) => {
    const asked = personName('Jane', 'Doe');
    expect(asked).not.toBeNull();
    expect(stored).not.toBeNull();
    if (asked !== null && stored !== null) expect(compareNames(asked, stored)).toBeGreaterThan(0.9);
  });
});

describe('personName with exchanged fields', () => {
  it.each([
    ['von Hagen', 'Stefan', 'Stefan von Hagen'],
    ['Al-Hamad', 'Dina', 'Dina Al-Hamad'],
    ['de Graaf', 'Arjan', 'Arjan de Graaf'],
    ['Ortiz', 'Luis Miguel', 'Luis Miguel Ortiz'],
    ['Qasim', 'Fatima', 'Fatima Qasim'],
    ['Olivier', 'Pauline', 'Pauline Olivier'],
  ])('reads the first name %s and the last name %s as a name that matches %s', (first, last, stored) => {
    const asked = personName(first, last);
    expect(asked === null ? 0 : compareNames(asked, named(stored))).toBeGreaterThan(0.84);
  });

  it.each([
    ['Hassan', 'Ali', 'Ali Hassan'],
    ['Martin', 'Olivier', 'Olivier Martin'],
  ])(
    'reads the first name %s and the last name %s as they are, so that they do not match %s',
    (first, last, stored) => {
      const asked = personName(first, last);
      expect(asked === null ? 1 : compareNames(asked, named(stored))).toBeLessThan(0.8);
    },
  );
});

describe('nameTokens', () => {
  it.each(pairs)(
    'returns for two names of the level %s at least one token that both have: %s and %s',
    (_, asked, stored) => {
      const tokens = new Set(nameTokens(named(stored)));
      expect(nameTokens(named(asked)).some((token) => tokens.has(token))).toBe(true);
    },
  );
});

describe('contradictNames', () => {
  it.each([
    ['Jane Doe', 'John Smith', true],
    ['Jane Doe', 'John Doe', true],
    ['Mario Rossi', 'Maria Rossi', true],
    ['Anna Öberg', 'Chidi Öberg', true],
    ['Doe, Jane', 'John Doe', true],
    ['Jane Doe', 'Madonna', true],
    ['Jane Doe', 'Jane Smith', false],
    ['Jane Doe', 'Smith, Jane', false],
    ['Bob Doe', 'Robert Smith', false],
    ['J. Doe', 'Jane Smith', false],
    ['Jsmes Doe', 'James Doe', false],
    ['Kal Doe', 'Karl Doe', false],
    ['Xiaohong Deng', 'Xiaodong Deng', false],
  ])('returns for %s and %s: %s', (asked, stored, expected) => {
    expect(contradictNames(named(asked), named(stored))).toBe(expected);
    expect(contradictNames(named(stored), named(asked))).toBe(expected);
  });
});
