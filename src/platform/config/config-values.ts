import { z } from 'zod';
import { databaseHosts } from './database-hosts.js';
import { sentinelOptions } from './redis-sentinel.js';

/* The kinds of values that settings can have, such as a number or a host list. Each has the error message for a wrong value. */

const countUpTo = (max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(1).max(max));

/** A whole number from 1 to `max`; `fallback` if the variable is not set. */
export const count = (fallback: number, max: number) => countUpTo(max).default(fallback);

/** A whole number from 1 to `max`; null if the variable is not set. */
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

/**
 * A zod check that refuses a value if a function cannot read it.
 * @param read reads the value; for a wrong value it throws an error whose message says what is wrong
 */
function refusedBy(read: (value: string) => unknown) {
  return (value: string | null, context: z.RefinementCtx): void => {
    try {
      if (value !== null) read(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' });
    }
  };
}

/**
 * The URL of a PostgreSQL database. All tables are in the schema `public`. PostgreSQL does not know Prisma's URL parameter
 * `schema`, so a URL is refused if this parameter names any other schema.
 */
export const databaseUrl = connectionUrl('postgresql', 'postgres')
  .refine(
    (value) => value === null || !/[?&]schema=(?!public(&|$))/.test(value),
    'must not name another schema than public; give each installation a database of its own, and remove ?schema= from the URL',
  )
  .superRefine(refusedBy(databaseHosts));

/** The URL of a Redis server, or of the sentinels that watch a Redis server. */
export const redisUrl = connectionUrl('redis', 'rediss', 'redis+sentinel', 'rediss+sentinel').superRefine(
  refusedBy(sentinelOptions),
);

/**
 * A zod type that turns the text of a variable into a value with the function `parse`.
 * @param parse gets an empty text if the variable is not set; for a wrong value it throws an error with a message of one line,
 * which may begin with the name of the variable
 */
export const parsedBy = <T>(parse: (value: string) => T) =>
  optional.transform((value, context) => {
    try {
      return parse(value ?? '');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'cannot be read';
      // `readConfig` puts the name of the variable in front of every message, so a name at the beginning of this message is
      // removed.
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
      message: `must be a list of host names without scheme, port and path, unlike "${stranger}"`,
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

/** The origins whose pages may call the service from a browser: a list, which may be empty, or `*` for all origins. */
export type CorsOrigins = readonly string[] | '*';

/**
 * Reads `CORS_ORIGINS`: a comma-separated list of origins, or `*`. Each origin is normalised to the form that browsers send:
 * `"https://App.Example.com:443/" → "https://app.example.com"`.
 * @throws Error with a message of one line for the operator
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
