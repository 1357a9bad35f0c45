import { createHmac } from 'node:crypto';

/** The kinds of identifiers on the suppression list. */
export type SuppressionKind = 'network_url' | 'email';

/**
 * The key of the suppression list, derived from the installation's pepper; it reveals nothing about API keys.
 * @param pepper `Pepper.secret`
 */
export function suppressionKey(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('suppression list').digest();
}

/**
 * The digest of an identifier: HMAC-SHA256, 32 bytes. Without the key, an attacker cannot test candidates against the list.
 * @param value a canonical profile page, or an e-mail address from `parseEmail`
 */
export function suppressionDigest(key: Buffer, kind: SuppressionKind, value: string): Buffer {
  return createHmac('sha256', key).update(`${kind}:${value}`).digest();
}
