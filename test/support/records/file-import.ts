import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportService, type RunOptions } from '../../../src/imports/import.service.js';
import { startTestService, type TestService } from '../service/test-service.js';
import type { Client } from './company-api.js';

type Summary = Awaited<ReturnType<ImportService['run']>>;

/** A service into which files of any format are imported, and a client that asks it for their records. */
export interface FileImport {
  readonly service: TestService;
  readonly client: Client;
  /** Writes a file with this name, whose ending can tell its format, and imports it. */
  readonly load: (
    kind: 'companies' | 'persons' | 'signals',
    name: string,
    content: string | Buffer,
    options?: RunOptions,
  ) => Promise<Summary>;
  readonly close: () => Promise<void>;
}

export async function startFileImport(): Promise<FileImport> {
  const folder = await mkdtemp(join(tmpdir(), 'file-import-'));
  const service = await startTestService();
  return {
    service,
    client: await service.clientOf('ours'),
    load: async (kind, name, content, options = {}) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return service.app.get(ImportService, { strict: false }).run(kind, path, options);
    },
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
