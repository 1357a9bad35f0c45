import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { projectRoot } from '../platform/config/project-root.js';

export interface ConsoleFile {
  /** The value of the header `Content-Type`. */
  readonly type: string;
  readonly content: Buffer;
  /** The compressed contents of the file, each under the name of its encoding. The smallest one is the first. */
  readonly encoded: ReadonlyMap<'br' | 'gzip', Buffer>;
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Which console a page shows: that of tenants or that of operators. */
export type ConsolePage = 'tenants' | 'operators';

/** The files of the console, as the build has written them. They are small, so all of them are kept in memory. */
@Injectable()
export class ConsoleFiles {
  private readonly files = new Map<string, ConsoleFile>();
  private readonly templates: Readonly<Record<ConsolePage, string>>;

  constructor() {
    const folder = join(projectRoot, 'dist', 'console-bundle');
    const template = (name: string): string => readFileSync(join(folder, name), 'utf8');
    this.templates = { tenants: template('index.html'), operators: template('operate.html') };
    const assets = join(folder, 'assets');
    for (const name of readdirSync(assets)) {
      const type = types[name.split('.').at(-1) ?? ''];
      if (type === undefined) continue;
      const read = (ending: string): Buffer => readFileSync(join(assets, name + ending));
      const encoded = new Map([['br', read('.br')] as const, ['gzip', read('.gz')] as const]);
      this.files.set(name, { type, content: read(''), encoded });
    }
  }

  /** Returns the file with this name; undefined if there is no such file. */
  byName(name: string): ConsoleFile | undefined {
    return this.files.get(name);
  }

  /**
   * An HTML page of the console.
   * @param base the relative address that leads from the requested path to the path of the console: `../` for
   * `/console/prospects/12`
   */
  page(page: ConsolePage, base: string): string {
    return this.templates[page].replaceAll('{{base}}', base);
  }
}
