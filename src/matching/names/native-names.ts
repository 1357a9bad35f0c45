import { Table } from '../../platform/tables/table.js';

/** Names in scripts other than Latin with their usual romanisation. */
export const nativeNames = Table.read(new URL('data/native-names.txt', import.meta.url));
