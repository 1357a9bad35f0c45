import cluster from 'node:cluster';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { runUntilSignal } from './app/run-until-signal.js';
import { reportStarted, startProcesses } from './app/service-processes.js';
import { type Config, readConfig } from './platform/config/config.js';
import { createLogger } from './platform/log/log.js';
import { apiListener, expectUsablePorts, metricsListeners, unusable } from './platform/config/ports.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  // Where several processes share a port, the first has tried it for them.
  if (cluster.isPrimary) await expectUsablePorts([apiListener(config), ...metricsListeners(config)]);
  if (config.webConcurrency > 1) return startProcesses(config, logger);
  // Loading the service takes a second, which a wrong setting need not wait for.
  const [{ AppModule }, { createService }, { DemoService, welcomeText }] = await Promise.all([
    import('./app.module.js'),
    import('./app/create-service.js'),
    import('./demo/demo.service.js'),
  ]);
  const service = await createService(AppModule, config, logger);
  try {
    await service.init();
    const demo = await service.get(DemoService).prepare(logger);
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
