import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import {
  canonicalHost,
  normaliseNetworkId,
  parseProfileUrl,
  type ProfileUrl,
} from '../../matching/urls/profile-url.js';
import { isPageOnSharedSite, normaliseWebsite } from '../../matching/urls/website.js';
import { companyAliases, personAliases, signalAliases } from './foreign-names.js';
import type { ImportField, RecordShape } from './member-names.js';
import type { RecordFields } from './record-fields.js';

/** For items that may contain commas and semicolons. */
const bar = /\|/;
const barOrSemicolon = /[|;]/;
const barOrComma = /[|;,]/;
/** The comma in `Doe, Jane <jane@acme.com>` is not a separator. */
const betweenMailboxes = /[|;]|,(?=[^<>]*$)/;

const position = 'title company_name company_website company_network_url start_date end_date';

const stored = [...companyCatalogue.values()].filter(({ page }) => page !== 'hash');

/** The fields of the company import: the stored fields of the catalogue, and lists. */
export const companyShape: RecordShape = {
  kind: 'companies',
  fields: fieldsOf(
    stored.filter(({ type }) => type !== 'string[]').map(({ name }) => name),
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
  aliases: companyAliases,
};

export const personShape: RecordShape = {
  kind: 'persons',
  fields: fieldsOf(
    [...personCatalogue.keys(), 'network_url', 'network_id', 'country', 'region', 'company_name'],
    [
      ['emails', betweenMailboxes, 'address type'],
      ['phones', barOrSemicolon],
      ['skills', barOrComma],
      ['education', bar, 'school start_year end_year'],
      ['experience', bar, position],
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

const noWebsite = 'is not a website under a registered domain';

/** The normalised host of a website; a page on a shared site is a fault. */
export function websiteHost(fields: RecordFields, name: string): string | null {
  const raw = fields.text(name);
  return raw === null ? null : (normaliseWebsite(raw) ?? fields.fault(name, websiteFault(raw)));
}

/** A list of websites as normalised hosts. */
export function websiteHosts(fields: RecordFields, name: string): string[] | null {
  return fields.textList(
    name,
    Infinity,
    (text, path) => normaliseWebsite(text) ?? fields.fault(path, websiteFault(text), text),
  );
}

function websiteFault(raw: string): string {
  return isPageOnSharedSite(raw) ? 'is a page on a shared site' : noWebsite;
}

/** A company's numeric id, as a string or a number. */
export function companyId(fields: RecordFields, name: string): string | null {
  const raw = fields.identifier(name);
  return raw === null ? null : (normaliseNetworkId(raw) ?? fields.fault(name, 'is not a numeric id'));
}

/**
 * The profile page of an organisation.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function companyPage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const page = profilePage(fields, name, hosts);
  return page === null ? null : ofOrganisation(fields, name, page);
}

/**
 * The profile page of an organisation in a website field; null for a website. On other hosts than the network's, the same path
 * belongs to a website.
 * @param hosts the host names of profile URLs in addition to network.com; null for none
 */
export function companyPageAsWebsite(
  fields: RecordFields,
  name: string,
  hosts: readonly string[] | null,
): ProfileUrl | null {
  const raw = fields.text(name);
  const page = raw === null ? null : parseProfileUrl(raw, { hosts: [canonicalHost, ...(hosts ?? [])] });
  return page === null ? null : ofOrganisation(fields, name, page);
}

/**
 * The canonical profile page of a person.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function personPage(fields: RecordFields, name: string, hosts: readonly string[] | null): string | null {
  const page = profilePage(fields, name, hosts);
  return page === null || page.kind === 'in'
    ? (page?.canonical ?? null)
    : fields.fault(name, 'is not the profile of a person');
}

/** Normalises a text; an invalid one is a fault. */
export function normalised<T>(
  fields: RecordFields,
  name: string,
  read: (raw: string) => T | null,
  reason: string,
): T | null {
  const raw = fields.text(name);
  return raw === null ? null : (read(raw) ?? fields.fault(name, reason));
}

function ofOrganisation(fields: RecordFields, name: string, page: ProfileUrl): ProfileUrl | null {
  return page.kind === 'in' ? fields.fault(name, 'is the profile of a person') : page;
}

function profilePage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const read = (url: string): ProfileUrl | null => parseProfileUrl(url, hosts === null ? {} : { hosts });
  return normalised(fields, name, read, 'is not a profile URL');
}
