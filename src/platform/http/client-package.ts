import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { projectRoot } from '../config/project-root.js';

/** Serves the package of the TypeScript client, which the build has made, for `npm install <address of the service>/client.tgz`. */
export function serveClientPackage(app: NestExpressApplication): void {
  const content = readFileSync(join(projectRoot, 'dist', 'client.tgz'));
  const server = app.getHttpAdapter().getInstance();
  server.get('/client.tgz', (_request, response) => {
    // The next version of the service has another package at the same address.
    response.set('Cache-Control', 'no-cache').type('application/gzip').send(content);
  });
}
