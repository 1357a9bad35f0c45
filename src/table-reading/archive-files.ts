import { configure, type FileEntry, type Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { beginsAsWorkbook, contentOfArchive, shownNames, type TableInArchive } from './archived-table.js';

// The caller decides in which thread an archive is read.
configure({ useWebWorkers: false });

/** The maximum number of files and folders of an archive. A workbook has some files for each of its sheets. */
const maxEntries = 10_000;
/**
 * The maximum number of bytes that are read from an archive at once. The list of its files is read at once, so an archive that consists of
 * a huge list does not take more memory than this.
 */
const maxReadBytes = 16_777_216;

/**
 * Reads the list of the files in a ZIP archive. Folders are left out. The files themselves are not read.
 * @throws Error when the archive is damaged, or has more files than is usual
 */
export async function archivedFiles(archive: Reader<unknown>): Promise<readonly FileEntry[]> {
  const files: FileEntry[] = [];
  let count = 0;
  // A name is only compared and shown, and never used as a path, so names such as `../a.csv` are no danger.
  const options = { filenameValidation: 'tolerant' as const };
  for await (const entry of new ZipReader(bounded(archive), options).getEntriesGenerator()) {
    count += 1;
    if (count > maxEntries) throw new Error(`it has more than ${maxEntries} files`);
    if (!entry.directory) files.push(entry);
  }
  return files;
}

/** The same reader, which refuses to read more than {@link maxReadBytes} at once. */
function bounded(archive: Reader<unknown>): Reader<unknown> {
  const read = archive.readUint8Array.bind(archive);
  archive.readUint8Array = (index, length) => {
    if (length > maxReadBytes) throw new Error('the list of its files is too long');
    return read(index, length);
  };
  return archive;
}

/**
 * Inflates a file of an archive. The archive is read only as fast as the pieces are taken.
 * @throws Error when the archive is damaged
 */
export async function* inflated(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reader = readable.getReader();
  const end = entry.getData(writable);
  // The iteration throws the error of a damaged archive. If the iteration is ended early, this listener takes the error.
  end.catch(() => undefined);
  try {
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) yield next.value;
    await end;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The table in an archive. */
export interface ArchivedTable extends TableInArchive {
  /**
   * Inflates the table.
   * @throws ArchiveRefused when the archive is damaged
   */
  content(): AsyncGenerator<Uint8Array>;
}

/** The reason why an archive is not read, as the end of a sentence that begins with the name of the file. */
export class ArchiveRefused extends Error {}

/** The first bytes of an archive that have the name of its first file. */
const headLength = 200;

/**
 * Finds the table in a ZIP archive.
 * @returns `workbook` if the archive is a workbook itself
 * @throws ArchiveRefused when the archive has no table or several, or when it is encrypted or damaged
 */
export async function openArchive(archive: Reader<unknown>): Promise<ArchivedTable | 'workbook'> {
  const files = await archivedFiles(archive).catch((error: unknown) => damaged(error));
  if (files instanceof ArchiveRefused) {
    // The error of the code that reads workbooks says what is wrong with a workbook.
    if (beginsAsWorkbook(await archive.readUint8Array(0, headLength))) return 'workbook';
    throw files;
  }
  const content = contentOfArchive(files.map(({ filename }) => filename));
  if (content === 'workbook') return content;
  if ('refusal' in content) throw new ArchiveRefused(content.refusal);
  const file = files.find(({ filename }) => filename === content.name);
  if (file === undefined) throw new ArchiveRefused('it is an archive without files');
  if (file.encrypted)
    throw new ArchiveRefused(
      `${shownNames([content.name])} in the archive is encrypted; unpack it and import the file inside`,
    );
  return { ...content, content: () => readable(file) };
}

async function* readable(file: FileEntry): AsyncGenerator<Uint8Array> {
  try {
    yield* inflated(file);
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): ArchiveRefused {
  const reason = error instanceof Error ? error.message : String(error);
  return new ArchiveRefused(`the archive cannot be read (${reason}); unpack it and import the file inside`, {
    cause: error,
  });
}
