import { admin, makeDataFolder, startService } from '../load/service.mjs';

const BATCH = 500;

/**
 * The built service on an empty database of its own, with the data loaded; the demo data where no files are given.
 * @param {{ companies: string, persons: string } | null} files
 * @returns `enrich(path, member, identifiers, options)`, the results in order, and `close()`
 */
export async function startOwnService(files) {
  const folder = await makeDataFolder();
  const settings = { DATA_DIR: folder.dataDir, CREDITS: 'off', SEED: files === null ? 'on' : 'off' };
  try {
    const service = await startService(settings);
    const close = async () => {
      await service.close();
      await folder.remove();
    };
    try {
      const apiKey = service.apiKey ?? (await loadFiles(files, settings));
      return { enrich: (...request) => enrich(service.baseUrl, apiKey, ...request), close };
    } catch (error) {
      await service.close();
      throw error;
    }
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** A tenant with the data of the files. @returns a key */
async function loadFiles({ companies, persons }, settings) {
  await admin(settings, 'tenant', 'create', 'bench');
  await admin(settings, 'import', 'companies', companies);
  await admin(settings, 'import', 'persons', persons);
  return (await admin(settings, 'key', 'create', 'bench')).api_key;
}

async function enrich(baseUrl, apiKey, path, member, identifiers, options) {
  const results = [];
  for (let start = 0; start < identifiers.length; start += BATCH) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey },
      body: JSON.stringify({ [member]: identifiers.slice(start, start + BATCH), ...options }),
    });
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    results.push(...(await response.json()).results);
  }
  return results;
}
