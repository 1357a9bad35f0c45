import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { projectRoot } from '../config/project-root.js';

/**
 * Serves the npm package of the TypeScript client, which was built together with the service. Users install it with `npm install
 * <address of the service>/client.tgz`.
 */
export function serveClientPackage(app: NestExpressApplication): void {
  const content = readFileSync(join(projectRoot, 'dist', 'client.tgz'));
  const server = app.getHttpAdapter().getInstance();
  server.get('/client.tgz', (_request, response) => {
    // A cache must ask again before each use, because the next version of the service serves another package at the same address.
    response.set('Cache-Control', 'no-cache').type('application/gzip').send(content);
  });
}
