// Reads ZIP archives and workbooks. This code is large, so it is loaded when one is opened.
import { BlobReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { type ArchivedTable, ArchiveRefused, openArchive } from '../../../src/table-reading/archive-files.js';
import { NotATable } from '../../../src/table-reading/table-rows.js';
import { Workbook } from '../../../src/table-reading/workbook-rows.js';

/** Opens an archive: a workbook, or the table in it. @throws NotATable if it is none, or if it has several tables */
export async function open(file: Blob): Promise<Workbook | ArchivedTable> {
  try {
    const table = await openArchive(new BlobReader(file));
    return table === 'workbook' ? await Workbook.open(new BlobReader(file)) : table;
  } catch (error) {
    throw error instanceof ArchiveRefused ? new NotATable(`The file cannot be read: ${error.message}.`) : error;
  }
}
