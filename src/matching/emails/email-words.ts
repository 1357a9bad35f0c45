import { Table } from '../../platform/tables/table.js';

/** The table of mail providers, of words that name a role, and of words that stand for a missing address. */
export const emailWords = Table.read(new URL('data/email-words.txt', import.meta.url));
