import type { NestExpressApplication } from '@nestjs/platform-express';
import { DemoService } from './demo/demo.service.js';
import { welcome } from './demo/welcome.js';
import { readConfig, type Config } from './platform/config.js';
import { createLogger } from './platform/log.js';
import { runUntilSignal } from './run.js';
import { createService } from './service.js';

await runUntilSignal(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'stdout');
  const service = await createService(config, logger);
  try {
    await service.init();
    const demo = await service.get(DemoService).prepare();
    await listen(service, config);
    const url = await service.getUrl();
    logger.info({ url }, 'listening');
    if (demo !== null) process.stdout.write(welcome(url, demo));
  } catch (error) {
    await service.close();
    throw error;
  }
  return async () => service.close();
});

async function listen(service: NestExpressApplication, { port, host }: Config): Promise<void> {
  try {
    await service.listen(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} on ${host} is in use; stop what uses it or set PORT`, { cause: error });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`${host} is no address of this machine; set HOST to one`, { cause: error });
    if (code === 'EACCES') throw new Error(`Port ${port} may not be used by this account; set PORT`, { cause: error });
    throw error;
  }
}
