import type { ClientBase, Pool } from 'pg';

/** Sends a statement, which `send` does, and does beside it what it likes. */
type Watcher = (statement: unknown, send: () => Promise<unknown>) => Promise<unknown>;

type Query = (...args: unknown[]) => unknown;

/**
 * Has a watcher around every statement that is sent through the pool or one of its connections and answered with a promise.
 * With a callback the pool sends on a connection what was watched already when it was given to the pool.
 */
export function watchStatements(pool: Pool, watcher: Watcher): void {
  const watched = new WeakSet<ClientBase>();
  watchQueries(pool, watcher);
  // Not when they connect: some have done so before.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    watchQueries(client, watcher);
  });
}

function watchQueries(sender: Pool | ClientBase, watcher: Watcher): void {
  const query = sender.query.bind(sender) as Query;
  const watched: Query = (...args) => {
    const [statement] = args;
    if (typeof args.at(-1) === 'function' || isStream(statement)) return query(...args);
    return watcher(statement, () => Promise.resolve(query(...args)));
  };
  Object.assign(sender, { query: watched });
}

/** `COPY` and the like, which is no promise. */
function isStream(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}

/** What a statement is called: the name under which it is prepared, or else its first word. */
export function statementName(statement: unknown): string {
  if (typeof statement === 'string') return firstWord(statement);
  if (typeof statement !== 'object' || statement === null) return 'statement';
  if ('name' in statement && typeof statement.name === 'string') return statement.name;
  return 'text' in statement && typeof statement.text === 'string' ? firstWord(statement.text) : 'statement';
}

function firstWord(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
}
