import cluster from 'node:cluster';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { runUntilSignal } from './app/run-until-signal.js';
import { reportStarted, startProcesses } from './app/service-processes.js';
import { untilAborted } from './platform/async/with-timeout.js';
import type { Config } from './platform/config/config.js';
import { apiListener, expectUsablePorts, metricsListeners, unusable } from './platform/config/ports.js';

await runUntilSignal(async ({ config, logger, stopping }) => {
  // If several processes share the ports, the primary process has checked them already.
  if (cluster.isPrimary) await expectUsablePorts([apiListener(config), ...metricsListeners(config)]);
  if (config.webConcurrency > 1) return startProcesses(config, logger, stopping);
  // Loading the service takes a second, so it begins only after the settings were checked.
  const [{ AppModule }, { createService }, { DemoService, welcomeText }] = await Promise.all([
    import('./app.module.js'),
    import('./app/create-service.js'),
    import('./demo/demo.service.js'),
  ]);
  const service = await createService(AppModule, config, logger, stopping);
  try {
    await untilAborted(stopping, service.init());
    const demo = await untilAborted(stopping, service.get(DemoService).prepare(logger, stopping));
    await listen(service, config);
    const url = await service.getUrl();
    logger.info({ url }, 'listening');
    reportStarted();
    if (demo !== null) process.stdout.write(welcomeText(url, demo, config));
  } catch (error) {
    await service.close();
    throw error;
  }
  return async () => service.close();
});

async function listen(service: NestExpressApplication, config: Config): Promise<void> {
  try {
    await service.listen(config.port, config.host);
  } catch (error) {
    throw unusable(apiListener(config), error);
  }
}
