import {
  canonicalHost,
  normaliseNetworkId,
  parseProfileUrl,
  type ProfileUrl,
} from '../../matching/urls/profile-url.js';
import { isFreeMailDomain } from '../../matching/emails/mail-providers.js';
import { registrableDomain } from '../../matching/hosts/host.js';
import { withoutPastedMarks } from '../../matching/urls/pasted-text.js';
import { isNobodysWebsite, isPageOnSharedSite, normaliseWebsite } from '../../matching/urls/website.js';
import type { RecordFields } from './record-fields.js';

const noWebsite = 'is not a website under a registered domain';

/**
 * Reads a website as a normalised host: `https://www.Acme.com/` is `acme.com`. Any other text is a fault, and so is a page on a site that
 * many companies share.
 */
export function websiteHost(fields: RecordFields, name: string): string | null {
  return hostOf(fields, name, websiteOf);
}

/**
 * Reads the website of a company as {@link websiteHost} does. The domain of a mail provider is a fault, because many companies write the
 * domain of their address there. Only a company whose name or profile page begins as the domain does owns it: Orange has `orange.fr`.
 * @param names the name of the company and the slug of its profile page; null for one that is not known
 */
export function companyWebsite(fields: RecordFields, name: string, names: readonly (string | null)[]): string | null {
  return hostOf(fields, name, (raw) => ownWebsite(raw, names));
}

function ownWebsite(raw: string, names: readonly (string | null)[]): string | null {
  const host = hostOfText(raw);
  return host !== null && isFreeMailDomain(host) && isOwner(host, names) ? host : websiteOf(raw);
}

const notInALabel = /[^a-z0-9]/g;

function isOwner(host: string, names: readonly (string | null)[]): boolean {
  const domain = registrableDomain(host) ?? host;
  const label = domain.slice(0, domain.indexOf('.')).replace(notInALabel, '');
  return names.some((name) => (name ?? '').toLowerCase().replace(notInALabel, '').startsWith(label));
}

function hostOf(fields: RecordFields, name: string, read: (raw: string) => string | null): string | null {
  const raw = fields.text(name);
  return raw === null ? null : (read(raw) ?? fields.fault(name, websiteFault(raw)));
}

/** Reads a list of the websites of a company as {@link companyWebsite} reads one. */
export function companyWebsites(
  fields: RecordFields,
  name: string,
  names: readonly (string | null)[],
): string[] | null {
  return fields.textList(
    name,
    Infinity,
    (text, path) => ownWebsite(text, names) ?? fields.fault(path, websiteFault(text), text),
  );
}

function websiteOf(raw: string): string | null {
  const host = hostOfText(raw);
  return host === null || isNobodysWebsite(host) ? null : host;
}

function hostOfText(raw: string): string | null {
  return normaliseWebsite(raw) ?? normaliseWebsite(withoutPastedMarks(raw));
}

function websiteFault(raw: string): string {
  return isPageOnSharedSite(raw) ? 'is a page on a shared site' : noWebsite;
}

/** Reads the numeric id of a company on the professional network. The record may have it as a string or as a number. */
export function companyId(fields: RecordFields, name: string): string | null {
  const raw = fields.identifier(name);
  return raw === null ? null : (normaliseNetworkId(raw) ?? fields.fault(name, 'is not a numeric id'));
}

/**
 * Reads the profile page of an organisation. Any other text is a fault.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function companyPage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const page = profilePage(fields, name, hosts);
  return page === null ? null : ofOrganisation(fields, name, page);
}

/**
 * Reads the profile page of an organisation in a field for websites; null if the field has a website. Only a page on network.com or on one
 * of `hosts` is a profile page. On any other host, a path such as `/company/acme` belongs to a website.
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
 * Reads the profile page of a person in its canonical form. Any other text is a fault.
 * @param hosts the accepted host names of profile URLs; null for any host
 */
export function personPage(fields: RecordFields, name: string, hosts: readonly string[] | null): string | null {
  const page = profilePage(fields, name, hosts);
  return page === null || page.kind === 'in'
    ? (page?.canonical ?? null)
    : fields.fault(name, 'is not the profile of a person');
}

/** Reads a text and normalises it with `read`. If `read` returns null, the text is a fault of the record. */
function normalised<T>(fields: RecordFields, name: string, read: (raw: string) => T | null, reason: string): T | null {
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
