import { runCommandLine } from './admin/command-line.js';
import { readConfig } from './platform/config/config.js';

process.exit(await runCommandLine(process.argv.slice(2), process, () => readConfig()));
