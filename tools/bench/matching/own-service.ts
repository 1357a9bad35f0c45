import type { Environment } from '../load/program.js';
import { admin, ask, createKey, makeDataFolder, startService } from '../load/service.js';

const batchSize = 500;

export interface Files {
  readonly companies: string;
  readonly persons: string;
}

interface Result {
  readonly data: Readonly<Record<string, string | null>>;
}

export interface OwnService {
  /** Enriches identifiers in batches. @returns the results in their order */
  enrich(path: string, member: string, identifiers: readonly object[], options: object): Promise<Result[]>;
  close(): Promise<void>;
}

/** Starts the built service on a new database, filled from the files, or with the demo data. */
export async function startOwnService(files: Files | null): Promise<OwnService> {
  const folder = await makeDataFolder();
  const settings = { DATA_DIR: folder.dataDir, CREDITS: 'off', SEED: files === null ? 'on' : 'off' };
  try {
    const service = await startService(settings);
    const close = async (): Promise<void> => {
      await service.close();
      await folder.close();
    };
    try {
      const apiKey = files === null ? service.apiKey : await loadFiles(files, settings);
      return { enrich: (...request) => enrich(service.baseUrl, apiKey, ...request), close };
    } catch (error) {
      await service.close();
      throw error;
    }
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Creates a tenant and imports the files. @returns its API key */
async function loadFiles({ companies, persons }: Files, settings: Environment): Promise<string> {
  await admin(settings, 'tenant', 'create', 'bench');
  await admin(settings, 'import', 'companies', companies);
  await admin(settings, 'import', 'persons', persons);
  return createKey(settings, 'bench');
}

async function enrich(
  baseUrl: string,
  apiKey: string | null,
  ...[path, member, identifiers, options]: Parameters<OwnService['enrich']>
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < identifiers.length; start += batchSize) {
    const body = { [member]: identifiers.slice(start, start + batchSize), ...options };
    const answer = (await ask(`${baseUrl}${path}`, apiKey, body)) as { readonly results: readonly Result[] };
    results.push(...answer.results);
  }
  return results;
}
