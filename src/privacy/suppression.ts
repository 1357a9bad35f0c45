import { createHmac } from 'node:crypto';

export type SuppressionKind = 'network_url' | 'email';

/**
 * The secret key with which identifiers on the suppression list are hashed. It is derived from the pepper of the installation, but
 * does not reveal the pepper, with which API keys are hashed.
 * @param pepper the secret of the installation, `Pepper.secret`
 */
export function suppressionKey(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('suppression list').digest();
}

/**
 * The digest of an identifier: 32 bytes of HMAC-SHA256. Someone who has the list but not the key cannot find out whether a person is
 * on it.
 * @param value a canonical profile URL, or an e-mail address as `parseEmail` returns it
 */
export function suppressionDigest(key: Buffer, kind: SuppressionKind, value: string): Buffer {
  return createHmac('sha256', key).update(`${kind}:${value}`).digest();
}
