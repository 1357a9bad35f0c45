import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import { companyNames, personNames, signalNames } from '../../table-reading/column-names.js';
import type { ImportField, RecordShape } from './column-mapping.js';

/** The separator of the items of a list, if the items may contain commas and semicolons. */
const bar = /\|/;
const barOrSemicolon = /[|;]/;
const barOrComma = /[|;,]/;
/** The separators of e-mail addresses in a cell: bars, semicolons and commas, but not the comma in `Doe, Jane <jane@acme.com>`. */
const betweenMailboxes = /[|;]|,(?=[^<>]*$)/;

const position = 'title company_name company_website company_network_url start_date end_date';

const stored = [...companyCatalogue.values()].filter(({ page }) => page !== 'hash');

/** The fields of the company import: those of the catalogue without the derived hash, and also `source` and lists such as `domains`. */
export const companyShape: RecordShape = {
  kind: 'companies',
  fields: fieldsOf(
    [...stored.filter(({ type }) => type !== 'string[]').map(({ name }) => name), 'source'],
    [
      ...stored.filter(({ type }) => type === 'string[]').map(({ name }) => [name, barOrComma] as const),
      ['domains', barOrComma],
      ['account_phones', barOrSemicolon],
      ['account_emails', betweenMailboxes],
      ['former_names', bar],
      ['aliases', bar],
      ['technologies', barOrComma, 'name first_seen'],
      ['headcount_history', bar, 'month total tech'],
    ],
  ),
  names: companyNames,
};

export const personShape: RecordShape = {
  kind: 'persons',
  fields: fieldsOf(
    [...personCatalogue.keys(), 'network_url', 'network_id', 'country', 'region', 'company_name', 'source'],
    [
      ['emails', betweenMailboxes, 'address type'],
      ['phones', barOrSemicolon],
      ['skills', barOrComma],
      ['education', bar, 'school start_year end_year'],
      ['experience', bar, position],
    ],
  ),
  names: personNames,
};

export const signalShape: RecordShape = {
  kind: 'signals',
  fields: fieldsOf(
    ['date', 'signal_type', 'message_text', 'account_website', 'intent_holder_network_url', 'source_type'],
    [],
  ),
  names: signalNames,
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
