import { normaliseNetworkId } from '../../matching/urls/network-id.js';
import { CANONICAL_HOST, parseProfileUrl, type ProfileUrl } from '../../matching/urls/profile-url.js';
import { isPageOnSharedSite, normaliseWebsite } from '../../matching/urls/website.js';
import type { RecordFields } from './record-fields.js';

const noWebsite = 'is not a website under a registered domain';

/** A website's normalised host; a page on a site where others than its owner have pages is a fault. */
export function websiteHost(fields: RecordFields, name: string): string | null {
  const raw = fields.text(name);
  return raw === null ? null : (normaliseWebsite(raw) ?? fields.fault(name, complaintOf(raw)));
}

/** A list of websites as normalised hosts. */
export function websiteHosts(fields: RecordFields, name: string): string[] | null {
  return fields.textList(
    name,
    Infinity,
    (text, place) => normaliseWebsite(text) ?? fields.fault(place, complaintOf(text), text),
  );
}

function complaintOf(raw: string): string {
  return isPageOnSharedSite(raw) ? 'is a page on a site where anyone has pages' : noWebsite;
}

/** A company's numeric id, as a string or a number. */
export function companyId(fields: RecordFields, name: string): string | null {
  const raw = fields.identifier(name);
  return raw === null ? null : (normaliseNetworkId(raw) ?? fields.fault(name, 'is not a numeric id'));
}

/**
 * The profile page of an organisation.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function companyPage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const page = profilePage(fields, name, hosts);
  return page === null ? null : ofOrganisation(fields, name, page);
}

/**
 * The profile page of an organisation where its website is expected; null for a website. On any other host than those of
 * the network, the same path is a website's.
 * @param hosts the host names that profile URLs may have besides network.com; null for none
 */
export function companyPageAsWebsite(
  fields: RecordFields,
  name: string,
  hosts: readonly string[] | null,
): ProfileUrl | null {
  const raw = fields.text(name);
  const page = raw === null ? null : parseProfileUrl(raw, { hosts: [CANONICAL_HOST, ...(hosts ?? [])] });
  return page === null ? null : ofOrganisation(fields, name, page);
}

/**
 * The canonical profile page of a person.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function personPage(fields: RecordFields, name: string, hosts: readonly string[] | null): string | null {
  const page = profilePage(fields, name, hosts);
  return page === null || page.kind === 'in'
    ? (page?.canonical ?? null)
    : fields.fault(name, 'is not the profile of a person');
}

/** A value that is there but means nothing is a fault: to drop it silently would lose data. */
export function normalised<T>(
  fields: RecordFields,
  name: string,
  read: (raw: string) => T | null,
  complaint: string,
): T | null {
  const raw = fields.text(name);
  return raw === null ? null : (read(raw) ?? fields.fault(name, complaint));
}

function ofOrganisation(fields: RecordFields, name: string, page: ProfileUrl): ProfileUrl | null {
  return page.kind === 'in' ? fields.fault(name, 'is the profile of a person') : page;
}

function profilePage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const read = (url: string): ProfileUrl | null => parseProfileUrl(url, hosts === null ? {} : { hosts });
  return normalised(fields, name, read, 'is not a profile URL');
}
