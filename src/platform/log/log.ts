import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.js';
import { lineForPeople } from './terminal-log.js';

/** What code needs to say something; pino, and in tests anything with the same three methods. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Where a log is written, which may be a screen. */
export type LogDestination = DestinationStream & { readonly isTTY?: boolean };

/**
 * Structured logs, one JSON document a line, or on a screen a line for people. Bodies, keys, e-mail addresses and phone numbers
 * are never given to it. The command line logs to standard error, because standard output carries its one answer.
 */
export function createLogger(level: Config['logLevel'], destination: 'stdout' | LogDestination): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: asWord } };
  const isScreen = (destination === 'stdout' ? process.stdout : destination).isTTY === true;
  const lines = destination === 'stdout' ? pino.destination({ fd: 1, sync: false }) : destination;
  return pino(options, isScreen ? { write: (json) => lines.write(lineForPeople(json)) } : lines);
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
