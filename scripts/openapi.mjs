// `npm run openapi`: writes the OpenAPI document that the started service serves to docs/openapi.json, and the types of the
// client that follow from it. The difference is what clients will notice.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** The committed document, relative to the project. */
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
