import type { Sentence } from './sentence.js';
import type { WhereBuilder } from './where.js';
import { giveWords } from './giving.js';

const before = String.raw`(?<![a-z])(?:(?:who|that|which|we) )?(?:with|having|have|has|mit|avec|con|and|und|or)\s(?:an?\s|einer?\s|une?\s)?(?:verified |valid |known |work |business |direct |mobile |their )*`;
const email = String.raw`(?:e-?mails?(?: address(?:es)?)?|mail address(?:es)?|e-?mail-?adressen?)`;
const phone = String.raw`(?:(?:mobile|cell|direct|tele)?\s?phones?(?: numbers?)?|mobile numbers?|direct dials?|telefon(?:nummern?)?|telephone(?: numbers?)?)`;
const behind = String.raw`(?![a-z])(?: available| known| on record)?`;
const pattern = new RegExp(
  `${before}(?<first>${email}|${phone})(?:\\s(?:and|und|or|et)\\s(?:an?\\s)?(?<second>${email}|${phone}))?${behind}`,
  'gu',
);

/** Reads that persons must have an e-mail address or a telephone number: "with email", "mit Telefonnummer". */
export function readContacts(sentence: Sentence, where: WhereBuilder): void {
  for (const { 0: written, index, groups = {} } of sentence.folded.matchAll(pattern)) {
    // "with email marketing" is about work.
    if (
      /^\s(?:marketing|marketers?|developers?|campaigns?|design|security|deliverability)/u.test(
        sentence.folded.slice(index + written.length),
      )
    )
      continue;
    const [from, to] = [sentence.wordAt(index), sentence.wordAt(index + written.length)];
    if (!sentence.isFree(from, to)) continue;
    const value = [groups.first, groups.second]
      .filter((text) => text !== undefined)
      .map((text) => (text.includes('mail') ? 'email' : 'phone'));
    giveWords({ sentence, where }, [{ member: 'has', value }], { from, to });
  }
}
