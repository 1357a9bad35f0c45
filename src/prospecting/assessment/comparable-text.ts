import { romanise } from '../../matching/names/spelling.js';
import { remembered } from './remembered.js';

const WHITE_SPACE = /\s+/g;
const NOT_A_LETTER = /[^a-z0-9]+/g;

/** A text as it is compared: ASCII letters in lower case, single spaces between words. */
export const comparable: (text: string) => string = remembered((text) =>
  romanise(text).plain.toLowerCase().replace(WHITE_SPACE, ' ').trim(),
);

/** The words of a text as they are compared, separated by single spaces; empty without a letter or digit. */
export const comparableWords: (text: string) => string = remembered((text) =>
  comparable(text).replace(NOT_A_LETTER, ' ').trim(),
);
