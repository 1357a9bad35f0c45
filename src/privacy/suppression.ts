import { createHmac } from 'node:crypto';

/** What a person can be recognised by on the suppression list. */
export type SuppressionKind = 'network_url' | 'email';

/**
 * The key of the suppression list: made from the installation's pepper, but of no use against API keys.
 * @param pepper `Pepper.secret`
 */
export function suppressionKey(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('suppression list').digest();
}

/**
 * What stands on the list for a value: HMAC-SHA256, 32 bytes. Whoever reads the list learns nobody's name from it, and
 * without the key cannot even try candidates.
 * @param value a canonical profile page, or an address as `parseEmail` writes it
 */
export function suppressionDigest(key: Buffer, kind: SuppressionKind, value: string): Buffer {
  return createHmac('sha256', key).update(`${kind}:${value}`).digest();
}
