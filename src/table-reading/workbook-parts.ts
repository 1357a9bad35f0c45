import type { FileEntry, Reader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { SaxesParser } from 'saxes';
import { archivedFiles, inflated } from './archive-files.js';

/** The reason why a workbook is not read, as a sentence for the operator. */
export class WorkbookRefused extends Error {}

/**
 * The maximum number of bytes that a sheet may have after decompression. A sheet with a million rows of 50 columns has as many. The archive
 * itself may be a thousand times smaller.
 */
export const maxSheetBytes = 2_147_483_648;
/** The same for each of the other parts. They are held in memory. */
const maxPartBytes = 201_326_592;
/** The maximum length of a tag or text in a part. The XML parser holds it in memory. */
const maxTokenLength = 1_048_576;

export type XmlAttributes = Readonly<Record<string, string>>;

/** The functions that take the tags and texts of a part. The names of tags have no prefix. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The files in the archive that a workbook is. Their names are compared without regard to letter case. */
export class WorkbookParts {
  private constructor(private readonly entries: ReadonlyMap<string, FileEntry>) {}

  /** Reads the list of the parts. @throws Error when the archive is damaged */
  static async open(archive: Reader<unknown>): Promise<WorkbookParts> {
    const files = await archivedFiles(archive);
    return new WorkbookParts(new Map(files.map((file) => [file.filename.toLowerCase(), file])));
  }

  /**
   * Reads a part to its end. A missing part has no tags.
   * @throws WorkbookRefused when the part is too large; Error when it is damaged
   */
  async read(path: string, handler: XmlHandler): Promise<void> {
    const pieces = this.pieces(path, handler, maxPartBytes);
    while ((await pieces.next()).done !== true);
  }

  /**
   * Reads a part piece by piece. What a piece contains has been passed to the handler when it is yielded.
   * @throws WorkbookRefused when the part is too large; Error when it is damaged
   */
  async *pieces(path: string, handler: XmlHandler, maxBytes: number): AsyncGenerator<void> {
    const entry = this.entries.get(path.toLowerCase());
    if (entry === undefined) return;
    const parser = new XmlPart(handler);
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const piece of inflated(entry)) {
      bytes += piece.length;
      if (bytes > maxBytes)
        throw new WorkbookRefused(
          `the workbook has more than ${maxBytes / 1_048_576} MB in ${path}; save the sheet as CSV, or divide it`,
        );
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.end();
    yield;
  }

  /** The relationships of a part: by their id, the kind and the target. A target that is a part is its path in the archive. */
  async relationships(path: string): Promise<ReadonlyMap<string, Relationship>> {
    const found = new Map<string, Relationship>();
    const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
    await this.read(`${folder}_rels/${name}.rels`, {
      open: (tag, { Id, Type = '', Target, TargetMode }) => {
        if (tag !== 'Relationship' || Id === undefined || Target === undefined) return;
        const target = TargetMode === 'External' ? Target : pathOf(folder, Target);
        found.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), target });
      },
    });
    return found;
  }
}

interface Relationship {
  /** The last word of the type, such as `worksheet`. */
  readonly kind: string;
  readonly target: string;
}

/** The path of a part that is given relative to the folder of another one. A path with a slash at its start is relative to the archive. */
function pathOf(folder: string, target: string): string {
  return decodeURIComponent(new URL(target, `file:///${folder}`).pathname.slice(1));
}

/** Parses the XML of a part. */
class XmlPart {
  private readonly parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  /** The number of characters since the last tag or text. */
  private pending = 0;

  constructor(handler: XmlHandler) {
    this.parser.on('opentag', ({ name, attributes }) => {
      this.pending = 0;
      handler.open(localName(name), attributes);
    });
    this.parser.on('closetag', ({ name }) => {
      this.pending = 0;
      handler.close?.(localName(name));
    });
    const text = (content: string): void => handler.text?.(content);
    this.parser.on('text', text);
    this.parser.on('cdata', text);
  }

  /** @throws WorkbookRefused when a tag or text is too long; Error when the XML is damaged */
  write(piece: string): void {
    this.pending += piece.length;
    this.parser.write(piece);
    if (this.pending > maxTokenLength)
      throw new WorkbookRefused('the workbook has a text that is longer than a cell may be; save the sheet as CSV');
  }

  end(): void {
    this.parser.close();
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
