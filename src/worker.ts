import { readConfig } from './platform/config.js';
import { createLogger } from './platform/log.js';
import { expectUsablePorts, metricsListeners } from './platform/ports.js';
import { runUntilSignal } from './run.js';
import { createWorker } from './worker-service.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  await expectUsablePorts(metricsListeners(config));
  const worker = await createWorker(config, logger);
  logger.info('working on jobs');
  return async () => worker.close();
});
