import { DemoService } from './demo/demo.service.js';
import { welcome } from './demo/welcome.js';
import { readConfig } from './platform/config.js';
import { createLogger } from './platform/log.js';
import { runUntilSignal } from './run.js';
import { createService } from './service.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  const service = await createService(config, logger);
  try {
    await service.init();
    const demoKey = await service.get(DemoService).prepare();
    await service.listen(config.port, config.host);
    const url = await service.getUrl();
    logger.info({ url }, 'listening');
    if (demoKey !== null) process.stdout.write(welcome(url, demoKey));
  } catch (error) {
    await service.close();
    throw error;
  }
  return async () => service.close();
});
