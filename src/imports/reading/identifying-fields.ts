import {
  canonicalHost,
  normaliseNetworkId,
  parseProfileUrl,
  type ProfileUrl,
} from '../../matching/urls/profile-url.js';
import { isDomainOf, isPageOnSharedSite, isWebsiteOf, websiteInText } from '../../matching/urls/website.js';
import type { RecordFields } from './record-fields.js';

const noWebsite = 'is not a website under a registered domain';
const noOwnWebsite = 'is a placeholder, or the site of a mail provider or of a platform with pages of many companies';
const noNames: readonly (string | null)[] = [];

/**
 * Reads a website as a normalised host: `https://www.Acme.com/` is `acme.com`. Any other text is a fault, and so is a page on a site that
 * many companies share, and a host that `isWebsiteOf` refuses.
 * @param names the names of the company and the slug of its profile page; null for one that is not known
 */
export function websiteHost(fields: RecordFields, name: string, names = noNames): string | null {
  const raw = fields.text(name);
  return raw === null ? null : (websiteOf(raw, names) ?? fields.fault(name, websiteFault(raw)));
}

/** Reads the website of an account as {@link websiteHost} does, but also the domain of a mail provider: it is only a label of signals. */
export function accountHost(fields: RecordFields, name: string): string | null {
  const raw = fields.text(name);
  return raw === null ? null : (websiteInText(raw) ?? fields.fault(name, websiteFault(raw)));
}

/**
 * Reads a list of further domains of a company, each as {@link websiteHost} does. A site that many companies share is accepted, because only
 * its owner has a reason to list it.
 */
export function domainHosts(fields: RecordFields, name: string, names: readonly (string | null)[]): string[] | null {
  return fields.textList(name, Infinity, (text, path) => {
    const host = websiteInText(text);
    return host !== null && isDomainOf(host, names) ? host : fields.fault(path, websiteFault(text), text);
  });
}

function websiteOf(raw: string, names: readonly (string | null)[]): string | null {
  const host = websiteInText(raw);
  return host !== null && isWebsiteOf(host, names) ? host : null;
}

function websiteFault(raw: string): string {
  if (isPageOnSharedSite(raw)) return 'is a page on a shared site';
  return websiteInText(raw) === null ? noWebsite : noOwnWebsite;
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
