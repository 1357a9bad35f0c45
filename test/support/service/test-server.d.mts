import type { Client, QueryResult } from 'pg';

export function execute(url: string, sql: string): Promise<QueryResult<Record<string, unknown>>>;
export function withSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T>;
export function dropDatabase(server: string, name: string): Promise<void>;
