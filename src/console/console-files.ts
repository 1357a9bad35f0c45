import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { projectRoot } from '../platform/config/project-root.js';

/** A file with its compressed forms. */
export interface ConsoleFile {
  readonly type: string;
  readonly content: Buffer;
  /** By the name of their encoding, the smallest first. */
  readonly encoded: ReadonlyMap<'br' | 'gzip', Buffer>;
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The files of the console, which the build has made; they are small, and stay in memory. */
@Injectable()
export class ConsoleFiles {
  private readonly files = new Map<string, ConsoleFile>();
  private readonly template: string;

  constructor() {
    const folder = join(projectRoot, 'dist', 'console-bundle');
    this.template = readFileSync(join(folder, 'index.html'), 'utf8');
    const assets = join(folder, 'assets');
    for (const name of readdirSync(assets)) {
      const type = types[name.split('.').at(-1) ?? ''];
      if (type === undefined) continue;
      const read = (ending: string): Buffer => readFileSync(join(assets, name + ending));
      const encoded = new Map([['br', read('.br')] as const, ['gzip', read('.gz')] as const]);
      this.files.set(name, { type, content: read(''), encoded });
    }
  }

  /** Undefined for names that no file has. */
  byName(name: string): ConsoleFile | undefined {
    return this.files.get(name);
  }

  /** The page for any path of the console. @param base the relative address that leads from that path to the console */
  page(base: string): string {
    return this.template.replaceAll('{{base}}', base);
  }
}
