import { describe, expect, it } from '@jest/globals';
import type { Employers } from './employer.reader.js';
import type { PersonIdentifier } from './person.dto.js';
import { blockOf, searchOf } from './person-search.js';

/** Words of each script, without and with spaces and other separators, as names and as no names. */
const texts: Readonly<Record<string, string>> = {
  Latin: 'JamesSmith',
  'Latin in words': 'James Smith ',
  'Latin with hyphens': 'James-',
  'Latin with dots': 'J.',
  'Latin with commas': 'Smith, James ',
  'Latin in brackets': '(James) ',
  'Latin with apostrophes': "O'Neill ",
  'Latin with particles': 'van der ',
  'Latin with accents': 'e\u0301a\u0308 ',
  Arabic: 'محمدعلي',
  'Arabic in words': 'محمد علي ',
  'Arabic ligatures': 'ﷺ',
  Armenian: 'Արամխաչատրյան',
  Bengali: 'রহমান আলী ',
  Cyrillic: 'ИванПетров',
  'Cyrillic in words': 'Владимир Путин ',
  Devanagari: 'राजेशकुमार',
  'Devanagari in words': 'राजेश कुमार ',
  Georgian: 'გიორგი ბერიძე ',
  Greek: 'ΓιώργοςΠαπαδόπουλος',
  Han: '王小明',
  'Han with dots': '王·小·明·',
  Hangul: '김철수',
  'Hangul in words': '김 철수 ',
  Hebrew: 'משהכהן',
  'Hebrew in words': 'משה כהן ',
  Hiragana: 'やまだたろう',
  Katakana: 'ヤマダ・タロウ・',
  Thai: 'สมชาย',
  'Thai in words': 'สมชาย ใจดี ',
};
/** The length limit of a name, and a usual limit for the other members, in UTF-16 code units. */
const longest = { name: 200, other: 2_000 };

const upTo = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const identifiers: Readonly<Record<string, (text: string) => PersonIdentifier>> = {
  full_name: (text) => ({ full_name: upTo(text, longest.name), company_domain: 'acme.example' }),
  'first_name and last_name': (text) => ({
    first_name: upTo(text, longest.name),
    last_name: upTo(text, longest.name),
    company_domain: 'acme.example',
  }),
  company_name: (text) => ({ full_name: 'James Smith', company_name: upTo(text, longest.name) }),
  company_domain: (text) => ({ full_name: 'James Smith', company_domain: upTo(text, longest.other) }),
  work_email: (text) => ({ work_email: `${upTo(text, longest.other)}@acme.example` }),
  network_url: (text) => ({ network_url: `https://www.network.com/in/${upTo(text, longest.other)}` }),
};

const ordinary: PersonIdentifier = { full_name: 'James Smith', company_domain: 'acme.example' };
const noEmployers: Employers = { byDomain: new Map(), byNameKey: new Map() };
const repetitions = 40;

/** The processor time for reading an identifier, in microseconds: the least of three runs. */
function costOf(identifier: PersonIdentifier): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    for (let count = 0; count < repetitions; count += 1) blockOf(searchOf(identifier, null), noEmployers);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / repetitions;
  });
  return Math.min(...runs);
}

/**
 * The cost of a member at its length limit, as a multiple of the cost of an ordinary identifier. The members are up to 18 times as long.
 * Where the time grew with the square of the length, the multiple was between 200 and 400.
 */
const mostTimes = 100;

/** The maximum number of tokens with which a person is looked up. Names in other scripts than Latin have tokens for their sounds, too. */
const mostTokens = 140;

describe('Reading an identifier at its length limit', () => {
  for (let count = 0; count < 500; count += 1) blockOf(searchOf(ordinary, null), noEmployers);
  const usual = costOf(ordinary);

  it.each(Object.keys(identifiers))(
    'takes a time that does not grow faster than the length, in every script: %s',
    (member) => {
      const dear = Object.entries(texts).flatMap(([script, text]) => {
        const identifier = identifiers[member]?.(text) ?? {};
        const times = costOf(identifier) / Math.max(usual, 10);
        return times > mostTimes ? [`${script}: ${Math.round(times)} times`] : [];
      });
      expect(dear).toEqual([]);
    },
  );

  it.each(Object.keys(identifiers))('leads to a bounded number of tokens to look up, in every script: %s', (member) => {
    const many = Object.entries(texts).flatMap(([script, text]) => {
      const tokens = blockOf(searchOf(identifiers[member]?.(text) ?? {}, null), noEmployers).tokens.length;
      return tokens > mostTokens ? [`${script}: ${tokens} tokens`] : [];
    });
    expect(many).toEqual([]);
  });
});
