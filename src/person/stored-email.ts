import { parseEmail } from '../identity/email.js';
import { usableText } from '../identity/text.js';
import { normaliseWebsite } from '../identity/website.js';

const ADDRESS = /^([^\s@]{1,64})@([^\s@]+)$/;

/**
 * The form in which an e-mail address is stored, looked up and suppressed: that of `parseEmail`, or, for addresses
 * that no public provider gives out (`jane@corp.internal`), the text in lower case. Null for anything else.
 */
export function storedEmail(raw: string): string | null {
  const email = parseEmail(raw);
  if (email !== null) return email.address;
  const [, localPart, host] = ADDRESS.exec(usableText(raw)?.toLowerCase() ?? '') ?? [];
  if (localPart === undefined || host === undefined || !isHost(host)) return null;
  return `${localPart}@${host}`;
}

function isHost(text: string): boolean {
  return /^[a-z0-9.-]+$/.test(text) && normaliseWebsite(text) !== null;
}
