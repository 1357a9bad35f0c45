const urlPattern = /^[a-z+]+:\/\/(?:([^/?#]*)@)?([^@/?#]*)([^?#]*)(.*)$/s;
const hostPattern = /^(\[[^[\]]+\]|[^:[\]]*)(:\d+)?$/;
const halfEncoded = /%(?![0-9a-f]{2})/i;
const parameterNamedWithAt = /[?&][^=&]*@/;

/**
 * Checks that a URL of a database or of Redis can be read as its author meant it. A password may have characters that also separate the
 * parts of a URL. Without a check, a driver would take a piece of such a password for a host, and its error would show this piece.
 * @throws Error with a message of one line, which says what to write and shows nothing of the URL
 */
export function expectReadable(url: string): void {
  const [, account = '', hosts = '', path = '', rest = ''] = urlPattern.exec(url) ?? [];
  const isReadable =
    hosts.split(',').every((host) => hostPattern.test(host)) &&
    !halfEncoded.test(account) &&
    !path.includes('@') &&
    !rest.includes('#') &&
    !parameterNamedWithAt.test(rest) &&
    (path !== '' || !rest.includes('@'));
  if (isReadable) return;
  throw new Error(
    'cannot be read: write the characters @ # / ? and % of the user and the password percent-encoded, such as %23 for #',
  );
}
