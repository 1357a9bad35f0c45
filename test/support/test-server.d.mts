import type { QueryResult } from 'pg';

export function execute(url: string, sql: string, values?: unknown[]): Promise<QueryResult<Record<string, unknown>>>;
export function dropDatabase(server: string, name: string): Promise<void>;
