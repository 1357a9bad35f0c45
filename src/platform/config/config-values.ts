import { z } from 'zod';

/* The kinds of values that settings have, each with its error message. */

const countUpTo = (max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(1).max(max));

/** A whole number from 1 to `max`. */
export const count = (fallback: number, max: number) => countUpTo(max).default(fallback);

/** As {@link count}; null where it is not set. */
export const optionalCount = (max: number) =>
  countUpTo(max)
    .optional()
    .transform((value) => value ?? null);

export const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off'], 'must be on or off').default(fallback);

export const port = z.string().regex(/^\d+$/, 'must be a port number').transform(Number).pipe(z.number().max(65_535));

export const optional = z
  .string()
  .optional()
  .transform((value) => value ?? null);

export const secret = optional.refine(
  (value) => value === null || value.length >= 16,
  'must have at least 16 characters',
);

export const connectionUrl = (...schemes: string[]) =>
  optional.refine((value) => value === null || schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
    message: `must start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

/** Tables are in the schema `public`: the parameter `schema` is one of Prisma's, which PostgreSQL does not know. */
export const databaseUrl = connectionUrl('postgresql', 'postgres').refine(
  (value) => value === null || !/[?&]schema=(?!public(&|$))/.test(value),
  'must not name another schema than public; give each installation a database of its own, and remove ?schema= from the URL',
);

/** @param parse throws one line, in front of which the name of the variable may stand */
export const parsedBy = <T>(parse: (value: string) => T) =>
  optional.transform((value, context) => {
    try {
      return parse(value ?? '');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      // The name of the variable is put in front of every message.
      context.addIssue({ code: 'custom', message: reason.replace(/^[A-Z]+(_[A-Z]+)+ /, '') });
      return z.NEVER;
    }
  });

const hostName = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u;

export const hostList = optional.transform((value, context) => {
  const hosts = (value ?? '').split(',').map((host) => host.trim().toLowerCase());
  const named = hosts.filter((host) => host !== '');
  const stranger = named.find((host) => !hostName.test(host));
  if (stranger !== undefined) {
    context.addIssue({
      code: 'custom',
      message: `must be a list of host names and nothing more, unlike "${stranger}"`,
    });
  }
  return named.length > 0 ? named : null;
});

const chanceAt = ([point = '', chance]: string[]) => [point, Number(chance)] as const;

export const failpoints = z
  .string()
  .regex(/^[a-z-]+=(0(\.\d+)?|1)(,[a-z-]+=(0(\.\d+)?|1))*$/, 'must be a list like point=0.5,other-point=1')
  .transform((text) => new Map(text.split(',').map((entry) => chanceAt(entry.split('=')))))
  .optional();

/** The origins whose pages may call the service from a browser: those listed, which may be none, or `*` for all. */
export type CorsOrigins = readonly string[] | '*';

/**
 * A comma-separated list of origins as browsers send them, or `*`. Capitals in a host, a default port and a
 * slash at the end are normalised.
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
