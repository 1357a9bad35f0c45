import { domainToASCII } from 'node:url';

const MAX_HOST_LENGTH = 253;
/** Before decomposed letters are joined, surrogate pairs encoded and trailing dots dropped. */
const MAX_WRITTEN_LENGTH = 2 * MAX_HOST_LENGTH;
const MAX_LABEL_LENGTH = 63;
const MAX_PORT = 65535;

const NOT_IN_A_HOST = /[^0-9a-z._\u{80}-\u{10ffff}-]/iu;
const INTERNATIONAL = /[^ -~]|xn--/i;
const NOT_IN_AN_ASCII_HOST = /[^0-9a-z._-]/;
const PORT = /^[0-9]{0,5}$/;

/**
 * The host of `host` or `host:port`, as `asciiHost` writes it; null when either part is malformed. An IPv6 address has
 * more than one colon and so never passes.
 */
export function hostWithoutPort(hostAndPort: string): string | null {
  const colon = hostAndPort.indexOf(':');
  if (colon === -1) return asciiHost(hostAndPort);
  const port = hostAndPort.slice(colon + 1);
  return PORT.test(port) && Number(port) <= MAX_PORT ? asciiHost(hostAndPort.slice(0, colon)) : null;
}

/**
 * A host name in lower-case ASCII (international labels as punycode) without trailing dots, or null when it breaks a
 * length rule or holds anything but letters, digits, inner hyphens and underscores. Underscores pass because
 * DNS serves such sub-domains; whether the name is public, or an address in digits, is for the caller to judge.
 */
export function asciiHost(name: string): string | null {
  // `domainToASCII` decodes percent signs, cuts at a slash and is slow on long text: such names never reach it.
  if (name.length > MAX_WRITTEN_LENGTH || NOT_IN_A_HOST.test(name)) return null;
  const host = withoutTrailingDots(INTERNATIONAL.test(name) ? domainToASCII(name) : name.toLowerCase());
  return host.length <= MAX_HOST_LENGTH && !NOT_IN_AN_ASCII_HOST.test(host) && hasSoundLabels(host) ? host : null;
}

function withoutTrailingDots(host: string): string {
  let end = host.length;
  while (end > 0 && host.charAt(end - 1) === '.') end -= 1;
  return host.slice(0, end);
}

/** Walks the labels in place: `split` would take most of the time of a look-up. */
function hasSoundLabels(host: string): boolean {
  for (let start = 0; start <= host.length;) {
    const dot = host.indexOf('.', start);
    const end = dot === -1 ? host.length : dot;
    if (end === start || end - start > MAX_LABEL_LENGTH) return false;
    if (host.charAt(start) === '-' || host.charAt(end - 1) === '-') return false;
    start = end + 1;
  }
  return true;
}
