import { createHash } from 'node:crypto';

/** SHA-256 of a canonical profile URL in UTF-8, as 64 lower-case hexadecimal digits: the field `network_url_hash`. */
export function profileUrlHash(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}
