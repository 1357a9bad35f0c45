import fc from 'fast-check';

/** The ways to write a website: with a scheme, a user, a subdomain, a port, a path and more around the domain. */
const writtenForm = fc.record({
  scheme: fc.constantFrom('', 'https://', 'http://', 'HTTPS://', '//'),
  user: fc.constantFrom('', '', '', 'info@', 'user:pass@'),
  subdomain: fc.constantFrom('', '', 'www.', 'WWW.', 'www2.', 'careers.', 'eu-west.shop.'),
  isUpperCase: fc.boolean(),
  dot: fc.constantFrom('', '', '', '.'),
  port: fc.constantFrom('', '', ':443', ':8080'),
  path: fc.constantFrom('', '/', '/about/us', '/a%20b/c;d', '/index.html'),
  query: fc.constantFrom('', '', '?q=1', '?next=https://elsewhere.example/', '#top'),
  space: fc.constantFrom('', '', ' '),
});

/**
 * `count` functions that each write a domain as a website in another way: `acme.com` → `https://www.ACME.com:443/`. They are always
 * the same.
 */
export function websiteForms(count: number): ((domain: string) => string)[] {
  return fc.sample(writtenForm, { numRuns: count, seed: 20_261_120 }).map((form) => (domain) => {
    const host = `${form.subdomain}${domain}${form.dot}`;
    const spelled = form.isUpperCase ? host.toUpperCase() : host;
    return `${form.space}${form.scheme}${form.user}${spelled}${form.port}${form.path}${form.query}${form.space}`;
  });
}
