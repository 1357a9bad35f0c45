import { readConfig } from './platform/config.js';
import { createLogger } from './platform/log.js';
import { runUntilSignal } from './run.js';
import { createService } from './service.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  const service = await createService(config, logger);
  await service.listen(config.port, config.host);
  logger.info({ url: await service.getUrl() }, 'listening');
  return async () => service.close();
});
