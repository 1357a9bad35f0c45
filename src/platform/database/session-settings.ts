import pg from 'pg';

/** The time limits of PostgreSQL that the sessions of a pool need. */
export interface SessionNeeds {
  /** The minimum of `statement_timeout`, in milliseconds. */
  readonly statementMs: number;
  /** The `idle_in_transaction_session_timeout`, in milliseconds. */
  readonly idleMs: number;
}

/**
 * The settings in which values are written, with the values that sessions need. Without a pooler, each connection asks for them
 * when it is opened. Behind a pooler, the database role has them.
 *
 * Prisma sends and reads times without a time zone, so its sessions must be in UTC. The driver, Prisma and the product's own SQL
 * read dates, times and intervals in PostgreSQL's default styles only. With fewer digits, numbers such as 0.1 + 0.2 would be rounded.
 */
const written = { TimeZone: 'UTC', DateStyle: 'ISO,MDY', IntervalStyle: 'postgres', extra_float_digits: '1' } as const;

/** A SQL expression for those settings of the present session, as a list such as `TimeZone=UTC`. */
export const writtenInSession = `array[${Object.keys(written)
  .map((name) => `'${name}=' || current_setting('${name}')`)
  .join(', ')}]`;

/**
 * Returns the settings that are not as sessions need them, such as `DateStyle=German, DMY`.
 * @param settings settings of a session or a role; one that is absent counts as unsuitable, and is returned with no value
 */
export function unsuitableIn(settings: readonly string[]): string[] {
  const values = valuesOf(settings);
  const isSuitable = (name: string, needed: string): boolean => {
    const value = values.get(name)?.replaceAll(' ', '');
    // PostgreSQL reads a floating-point number back exactly from 1 on; larger values of this setting change nothing.
    return name === 'extra_float_digits' ? Number(value) >= Number(needed) : value === needed;
  };
  return Object.entries(written)
    .filter(([name, needed]) => !isSuitable(name, needed))
    .map(([name]) => `${name}=${values.get(name) ?? ''}`);
}

function valuesOf(settings: readonly string[]): Map<string, string> {
  return new Map(settings.map((setting) => setting.split('=', 2) as [string, string]));
}

/** Whether a role has all settings that sessions need, with its time limits. */
export function isSetUp(settings: readonly string[], { statementMs }: SessionNeeds): boolean {
  const values = valuesOf(settings);
  const isLongEnough = Number(values.get('statement_timeout')) >= statementMs;
  return unsuitableIn(settings).length === 0 && isLongEnough && values.has('idle_in_transaction_session_timeout');
}

/** The SQL that gives a role all settings that sessions need, in this database. */
export function roleSettings(role: string, database: string, { statementMs, idleMs }: SessionNeeds): string {
  const target = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set`;
  const values = Object.entries(written).map(
    ([name, value]) => `${name} = ${value.split(',').map(pg.escapeLiteral).join(', ')}`,
  );
  values.push(`statement_timeout = ${statementMs}`, `idle_in_transaction_session_timeout = ${idleMs}`);
  return values.map((value) => `${target} ${value}`).join('; ');
}

/** The SQL by which a session changes to those settings itself. It can be used with and without a pooler. */
export const asStatements = Object.entries(written)
  .map(([name, value]) => `set ${name} = ${value.split(',').map(pg.escapeLiteral).join(', ')}`)
  .join('; ');

const asOptions = Object.entries(written)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/**
 * Adds the settings in which values are written to the settings of a connection that does not lead through a pooler. If the URL
 * has a parameter `options`, they are also added to that parameter, because `pg` then ignores the separate setting `options`.
 */
export function withSessionSettings({ connectionString, options, ...others }: pg.ClientConfig): pg.ClientConfig {
  const own = connectionString?.replace(/[?&]options=[^&]*/, (given) => `${given}%20${encodeURIComponent(asOptions)}`);
  return {
    ...others,
    ...(own === undefined ? {} : { connectionString: own }),
    options: `${options ?? ''} ${asOptions}`.trim(),
  };
}
