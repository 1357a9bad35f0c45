import { CommandFactory } from 'nest-commander';
import { AdminModule } from './admin/admin.module.js';
import { Installation } from './admin/installation.js';
import { oneLine } from './platform/one-line.js';

let failure: unknown;
const fail = (error: Error): void => {
  failure ??= error;
};

const app = await CommandFactory.createWithoutRunning(await AdminModule.for(process.argv.slice(2)), {
  logger: false,
  cliName: 'admin',
  serviceErrorHandler: fail,
});
const installation = app.get(Installation);
try {
  await CommandFactory.runApplication(app);
} catch (error) {
  failure ??= error;
} finally {
  await installation.close();
}
if (failure !== undefined) process.stderr.write(`${oneLine(failure)}\n`);
process.exit(failure === undefined ? 0 : 1);
