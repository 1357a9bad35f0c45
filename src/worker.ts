import { readConfig } from './platform/config/config.js';
import { createLogger } from './platform/log/log.js';
import { expectUsablePorts, metricsListeners } from './platform/config/ports.js';
import { runUntilSignal } from './app/run-until-signal.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  await expectUsablePorts(metricsListeners(config));
  const [{ WorkerAppModule }, { createWorker }] = await Promise.all([
    import('./worker.module.js'),
    import('./app/create-worker.js'),
  ]);
  const worker = await createWorker(WorkerAppModule, config, logger);
  logger.info('working on jobs');
  return async () => worker.close();
});
