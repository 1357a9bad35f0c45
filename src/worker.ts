import { expectUsablePorts, metricsListeners } from './platform/config/ports.js';
import { runUntilSignal } from './app/run-until-signal.js';

await runUntilSignal(async ({ config, logger, stopping }) => {
  await expectUsablePorts(metricsListeners(config));
  const [{ WorkerAppModule }, { createWorker }] = await Promise.all([
    import('./worker.module.js'),
    import('./app/create-application.js'),
  ]);
  const worker = await createWorker(WorkerAppModule, config, logger, stopping);
  logger.info('working on jobs');
  return async () => worker.close();
});
