import { readConfig } from './platform/config.js';
import { createLogger } from './platform/log.js';
import { runUntilSignal } from './run.js';
import { createWorker } from './worker-service.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  const worker = await createWorker(config, logger);
  logger.info('working on jobs');
  return async () => worker.close();
});
