import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.js';

/** What code needs to say something; pino, and in tests anything with the same three methods. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * Structured logs, one JSON document a line. Bodies, keys, e-mail addresses and phone numbers are never given to it.
 * The command line logs to standard error, because standard output carries its one answer.
 */
export function createLogger(level: Config['logLevel'], destination: 'stdout' | DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: asWord } };
  return pino(options, destination === 'stdout' ? pino.destination({ fd: 1, sync: false }) : destination);
}

function asWord(label: string): { level: string } {
  return { level: label };
}

/** Lets Nest speak through the same logger. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const [stack] = rest;
    this.logger.error({ stack: typeof stack === 'string' ? stack : undefined }, String(message));
  }
}
