import type { Environment } from '../load/program.js';
import { admin, ask, createKey, makeDataFolder, startService } from '../load/service.js';

const batchSize = 500;

/** The files to import. A kind of records without a file is not imported. */
export interface Files {
  readonly companies?: string;
  readonly persons?: string;
}

interface Result {
  readonly data: Readonly<Record<string, string | null>>;
  /** The evidence for the record; absent without a match. */
  readonly match?: MatchEvidence;
}

/** What the service says about a match. */
export interface MatchEvidence {
  readonly by: readonly string[];
  readonly conflicts: readonly string[];
  readonly confidence: number;
}

export interface OwnService {
  /**
   * Enriches identifiers in batches. @returns the results in the order of the identifiers, with the evidence for each match
   */
  enrich(path: string, member: string, identifiers: readonly object[], options: object): Promise<Result[]>;
  /** Imports more records while the service runs. */
  load(files: Files): Promise<void>;
  close(): Promise<void>;
}

/** Starts the built service on a new database, which gets the records of the files, or without files the demo data. */
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
      const apiKey = files === null ? service.apiKey : await createTenant(settings);
      const load = (more: Files): Promise<void> => loadFiles(more, settings);
      if (files !== null) await load(files);
      return { enrich: (...request) => enrich(service.baseUrl, apiKey, ...request), load, close };
    } catch (error) {
      await service.close();
      throw error;
    }
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Creates a tenant. @returns its API key */
async function createTenant(settings: Environment): Promise<string> {
  await admin(settings, 'tenant', 'create', 'bench');
  return createKey(settings, 'bench');
}

async function loadFiles({ companies, persons }: Files, settings: Environment): Promise<void> {
  if (companies !== undefined) await admin(settings, 'import', 'companies', companies);
  if (persons !== undefined) await admin(settings, 'import', 'persons', persons);
}

async function enrich(
  baseUrl: string,
  apiKey: string | null,
  ...[path, member, identifiers, options]: Parameters<OwnService['enrich']>
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < identifiers.length; start += batchSize) {
    const body = { [member]: identifiers.slice(start, start + batchSize), include_match: true, ...options };
    const answer = (await ask(`${baseUrl}${path}`, apiKey, body)) as { readonly results: readonly Result[] };
    results.push(...answer.results);
  }
  return results;
}
