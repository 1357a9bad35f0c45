import type { CreditFeature } from 'data-access-client';
import type { Problem, Refusal } from '../../../src/platform/errors/refusal.js';
import { messageOf } from '../failures.js';
import { count, counted, featureNames, percent } from '../format.js';

/** A refusal as an answer has it. Its code may be one that this console does not know. */
interface SentRefusal {
  readonly code: string;
  readonly values: object;
}

/** A refusal of the service in the words of the screen: without what only users of commands can do, and without what the form
 * says already. Undefined if its code is unknown. */
export function wordsOf(sent: SentRefusal): string | undefined {
  const refusal = sent as Refusal;
  switch (refusal.code) {
    case 'UNUSABLE_SCHEMA':
      return sentenceOf(problemsText('The description has', refusal.values.problems));
    case 'UNUSABLE_DEFINITION':
      return sentenceOf(problemsText('The conditions have', refusal.values.problems));
    case 'CREDITS_IN_USE': {
      const { feature, most } = refusal.values;
      const name = featureNames[feature as CreditFeature].toLowerCase();
      return `You can take back at most ${counted(most, 'credit')} for ${name}. The others are used or reserved.`;
    }
    case 'NO_KNOWN_COLUMN':
      return `The header row has no known column (${refusal.values.columns.join(', ')}); choose the fields of the columns, or rename the columns of the file.`;
    case 'NO_KNOWN_SHEET':
      return (
        'No visible sheet of the workbook has a header row with a known column. Choose one of its sheets, and the fields of its columns, or rename its columns: ' +
        `${refusal.values.sheets.join(', ')}.`
      );
    case 'TOO_MANY_CHANGES': {
      const { replaced, records, most_percent: most, fields, warnings } = refusal.values;
      const changed = fields.map(({ field, changed: number }) => `${field} in ${count(number)}`).join(', ');
      return [
        `It would replace stored values in ${count(replaced)} of ${counted(records, 'record')}, and at most ${percent(most / 100)} are allowed.`,
        `Changed are: ${changed}.`,
        ...warnings.map((warning) => `${warning}.`),
      ].join(' ');
    }
    case 'IMPORT_FAILED':
      return sentenceOf(refusal.values.cause);
  }
}

/** @param start the beginning of the sentence about members of the object itself that are unknown; the form lists those that it may have */
function problemsText(start: string, problems: readonly Problem[]): string {
  return problems
    .map(({ path, message, unknown }) =>
      path === '' && unknown !== undefined
        ? `${start} ${unknown.map((name) => JSON.stringify(name)).join(', ')}, which ${unknown.length === 1 ? 'is' : 'are'} unknown`
        : `${path === '' ? 'it' : path} ${message}`,
    )
    .join('; ');
}

/** The words about an answer that refuses something, as a sentence. @param detail the member `detail` of its body */
export function adviceIn(detail: unknown): string {
  const { refusal } = Object(detail) as { readonly refusal?: SentRefusal };
  return (refusal && wordsOf(refusal)) ?? sentenceOf(messageOf(detail));
}

/** A message of the service as a sentence: with a capital letter, and with a full stop. */
export function sentenceOf(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}
