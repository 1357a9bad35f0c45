import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** What a receiver needs to tell that an announcement is ours; it is shown once. */
export function newCallbackSecret(): string {
  return `${prefix}${randomBytes(24).toString('base64')}`;
}

/**
 * The headers of an announcement, after the Standard Webhooks convention, for which receivers find libraries: HMAC-SHA256
 * over id, time and body, joined by full stops.
 * @param id the same for every attempt at one announcement, so that a receiver can tell a repetition
 * @param secondsNow whole seconds since 1970
 * @see https://www.standardwebhooks.com
 */
export function signatureHeaders(secret: string, id: string, secondsNow: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${secondsNow}.${body}`).digest('base64');
  return {
    'Webhook-Id': id,
    'Webhook-Timestamp': String(secondsNow),
    'Webhook-Signature': `v1,${signature}`,
  };
}
