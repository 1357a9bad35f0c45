import { normaliseNetworkId } from '../identity/network-id.js';
import { parseProfileUrl, type ProfileUrl } from '../identity/profile-url.js';
import { normaliseWebsite } from '../identity/website.js';
import type { RecordFields } from './record-fields.js';

const notPublic = 'is not a public website';

/** A website's normalised host. */
export function websiteHost(fields: RecordFields, name: string): string | null {
  return normalised(fields, name, normaliseWebsite, notPublic);
}

/** A list of websites as normalised hosts. */
export function websiteHosts(fields: RecordFields, name: string): string[] | null {
  const hosts = fields.textList(name)?.map((text, index) => {
    return normaliseWebsite(text) ?? fields.refuse(`${name}[${index}]`, notPublic);
  });
  return hosts ?? null;
}

/** A company's numeric id, as a string or a number. */
export function companyId(fields: RecordFields, name: string): string | null {
  const raw = fields.identifier(name);
  return raw === null ? null : (normaliseNetworkId(raw) ?? fields.refuse(name, 'is not a numeric id'));
}

/**
 * The profile page of an organisation.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function companyPage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const page = profilePage(fields, name, hosts);
  return page?.kind === 'in' ? fields.refuse(name, 'is the profile of a person') : page;
}

/**
 * The canonical profile page of a person.
 * @param hosts the only host names that profile URLs may have; null for any
 */
export function personPage(fields: RecordFields, name: string, hosts: readonly string[] | null): string | null {
  const page = profilePage(fields, name, hosts);
  return page === null || page.kind === 'in'
    ? (page?.canonical ?? null)
    : fields.refuse(name, 'is not the profile of a person');
}

/** A value that is there but means nothing refuses the record: to drop it silently would lose data. */
export function normalised<T>(
  fields: RecordFields,
  name: string,
  read: (raw: string) => T | null,
  complaint: string,
): T | null {
  const raw = fields.text(name);
  return raw === null ? null : (read(raw) ?? fields.refuse(name, complaint));
}

function profilePage(fields: RecordFields, name: string, hosts: readonly string[] | null): ProfileUrl | null {
  const read = (url: string): ProfileUrl | null => parseProfileUrl(url, hosts === null ? {} : { hosts });
  return normalised(fields, name, read, 'is not a profile URL');
}
