// `npm run openapi` starts the service and writes its OpenAPI document to docs/openapi.json. It also writes the types of the client that
// follow from the document. Read the difference in git: clients will notice it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** The path of the committed document, relative to the project. */
export const documentFile = join('docs', 'openapi.json');

if (process.argv[1] === import.meta.filename) {
  await prepare();
  const { withStartedService } = await import('./started-service.mjs');
  const { writeWireTypes } = await import('../client/scripts/generate.mjs');
  await withStartedService(async (service) => {
    const document = await service.ask('/openapi.json');
    await writeFile(join(root, documentFile), `${JSON.stringify(document, null, 2)}\n`);
    await writeWireTypes(document);
  });
}
