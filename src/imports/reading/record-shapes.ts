import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import { companyAliases, personAliases, signalAliases } from './foreign-names.js';
import type { ImportField, RecordShape } from './member-names.js';

/** Items that may hold commas and semicolons of their own are separated in one way only. */
const BAR = /\|/;
const BAR_OR_SEMICOLON = /[|;]/;
const BAR_OR_COMMA = /[|;,]/;
/** In `Doe, Jane <jane@acme.com>` the comma separates nothing. */
const BETWEEN_MAILBOXES = /[|;]|,(?=[^<>]*$)/;

const position = 'title company_name company_website company_network_url start_date end_date';

const stored = [...companyCatalogue.values()].filter(({ derive }) => derive === undefined);

/** The members of the company import: those of the catalogue that are stored as they come, and lists. */
export const companyShape: RecordShape = {
  kind: 'companies',
  fields: fieldsOf(
    stored.filter(({ type }) => type !== 'string[]').map(({ name }) => name),
    [
      ...stored.filter(({ type }) => type === 'string[]').map(({ name }) => [name, BAR_OR_COMMA] as const),
      ['domains', BAR_OR_COMMA],
      ['account_phones', BAR_OR_SEMICOLON],
      ['account_emails', BETWEEN_MAILBOXES],
      ['former_names', BAR],
      ['aliases', BAR],
      ['technologies', BAR_OR_COMMA, 'name first_seen'],
      ['headcount_history', BAR, 'month total tech'],
    ],
  ),
  aliases: companyAliases,
};

export const personShape: RecordShape = {
  kind: 'persons',
  fields: fieldsOf(
    [...personCatalogue.keys(), 'network_url', 'network_id', 'country', 'region', 'company_name'],
    [
      ['emails', BETWEEN_MAILBOXES, 'address type'],
      ['phones', BAR_OR_SEMICOLON],
      ['skills', BAR_OR_COMMA],
      ['education', BAR, 'school start_year end_year'],
      ['experience', BAR, position],
    ],
  ),
  aliases: personAliases,
};

export const signalShape: RecordShape = {
  kind: 'signals',
  fields: fieldsOf(
    ['date', 'signal_type', 'message_text', 'account_website', 'intent_holder_network_url', 'source_type'],
    [],
  ),
  aliases: signalAliases,
};

type ListLine = readonly [name: string, separator: RegExp, members?: string];

function fieldsOf(values: readonly string[], lists: readonly ListLine[]): ReadonlyMap<string, ImportField> {
  const none: ReadonlySet<string> = new Set();
  return new Map<string, ImportField>([
    ...values.map((name) => [name, { separator: null, members: none }] as const),
    ...lists.map(([name, separator, members = '']) => {
      return [name, { separator, members: members === '' ? none : new Set(members.split(' ')) }] as const;
    }),
  ]);
}
