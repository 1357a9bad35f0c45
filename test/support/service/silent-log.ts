import type { Log } from '../../../src/platform/log/log.js';

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
