import { oneLine } from '../platform/errors/error-message.js';
import { QueryCountService } from '../tenancy/query-fields/query-count.service.js';
import type { Installation } from './installation.js';
import type { Terminal } from './terminal.js';

/** After employees came or went. Should counting fail, the service's workers make up for it. */
export async function refreshCounts(installation: Installation, terminal: Terminal): Promise<void> {
  const counts = await installation.service(QueryCountService);
  await counts.refreshNow().catch((error: unknown) => {
    terminal.stderr.write(`Query fields will be counted later: ${oneLine(error)}\n`);
  });
}
