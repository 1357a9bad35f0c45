/** The SQL that brings a database to a schema in Prisma's language; empty if they agree. */
export function differenceTo(databaseUrl: string, schema: string): Promise<string>;

export function migrationFolder(folders: readonly string[], name: string, now: Date): string;

/** A guess of what a migration does to the parts of the schema that an earlier build uses. */
export function guessedEffect(sql: string): 'adds' | 'removes';
