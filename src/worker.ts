import { readConfig } from './platform/config/config.js';
import { createLogger } from './platform/log/log.js';
import { expectUsablePorts, metricsListeners } from './platform/config/ports.js';
import { runUntilSignal } from './app/with-database.js';
import { createWorker } from './app/create-worker.js';
import { WorkerAppModule } from './worker.module.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  await expectUsablePorts(metricsListeners(config));
  const worker = await createWorker(WorkerAppModule, config, logger);
  logger.info('working on jobs');
  return async () => worker.close();
});
