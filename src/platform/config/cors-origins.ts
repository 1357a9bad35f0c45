/** Whose pages may call the service from a browser: nobody's, those of the origins named, or everybody's. */
export type CorsOrigins = readonly string[] | '*';

/**
 * A comma-separated list of origins as browsers send them, or `*`. A host in capitals, a port that goes without saying and a
 * slash at the end are taken for what they mean.
 * @throws Error with one line for an operator
 */
export function parseCorsOrigins(setting: string): CorsOrigins {
  const entries = setting.split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '');
  return named.length === 1 && named[0] === '*' ? '*' : [...new Set(named.map(parseOrigin))];
}

function parseOrigin(entry: string): string {
  const url = URL.canParse(entry) ? new URL(entry) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error(`CORS_ORIGINS must be * or a list of origins such as https://app.example.com, unlike "${entry}"`);
}
