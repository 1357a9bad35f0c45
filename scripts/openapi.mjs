// `npm run openapi` starts the service and writes its OpenAPI documents to docs/openapi.json and, for operators,
// docs/operator-openapi.json. It also writes the types of the client and of the console for operators, which follow from these documents.
// Read the difference in git: clients will notice it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** The path of each committed document, relative to the project, and where the service serves the document. */
export const documents = [
  { file: join('docs', 'openapi.json'), path: '/openapi.json' },
  { file: join('docs', 'operator-openapi.json'), path: '/operator/openapi.json' },
];

if (process.argv[1] === import.meta.filename) {
  await prepare();
  const { withStartedService } = await import('./started-service.mjs');
  const { writeTypes } = await import('../client/scripts/generate.mjs');
  await withStartedService(async (service) => {
    for (const { file, path } of documents)
      await writeFile(join(root, file), `${JSON.stringify(await service.ask(path), null, 2)}\n`);
    await writeTypes(await service.ask('/openapi.json'), await service.ask('/operator/openapi.json'));
  });
}
