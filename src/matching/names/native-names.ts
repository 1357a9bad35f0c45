import { Table } from '../../platform/tables/table.js';

/** The table of names in Arabic, Hebrew and Korean letters with their usual romanisation. */
export const nativeNames = Table.read(new URL('data/native-names.txt', import.meta.url));
