import { format } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.js';

/**
 * Turns a log line that pino has written in JSON into a line for people: the time, the message, and the other members as
 * `name=value`.
 */
function lineForPeople(json: string): string {
  const { level, time, msg, stack, error, ...rest } = JSON.parse(json) as Record<string, unknown>;
  const { text, known } = msg === 'request' ? ofRequest(rest) : { text: String(msg), known: rest };
  const parts = [
    new Date(String(time)).toTimeString().slice(0, 8),
    ...(level === 'info' ? [] : [String(level).toUpperCase()]),
    visible(text),
    ...Object.entries(known).map(([name, value]) => `${name}=${shown(value)}`),
  ];
  const below = [stack, stackOf(error)].filter((each) => typeof each === 'string').flatMap((each) => each.split('\n'));
  return [parts.join(' '), ...below.map(visible), ''].join('\n');
}

function ofRequest(rest: Readonly<Record<string, unknown>>) {
  const { method, route, status, duration_ms: duration, ...known } = rest;
  return { text: `${String(method)} ${String(route)} ${String(status)} ${String(duration)} ms`, known };
}

function shown(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"\p{Cc}]+$/u.test(value)) return value;
  return visible(JSON.stringify(value));
}

/** Returns the stack trace of an error that pino has written as JSON. A value without a stack trace is returned unchanged. */
function stackOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'stack' in error ? error.stack : error;
}

/** Replaces control characters by escapes such as `\u001b`, because a terminal would obey them. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A stream to which log lines are written. It may be a terminal. */
type LogDestination = DestinationStream & { readonly isTTY?: boolean };

/**
 * Creates the logger of a process. To a terminal it writes lines for people. To anything else it writes JSON, one document per
 * line. Bodies, keys, e-mail addresses and phone numbers must never be logged. Commands log to standard error, because their
 * result goes to standard output.
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

/**
 * If a library writes a line to the console again, the line is logged again only after this time, in milliseconds. For example,
 * the Redis client repeats a warning for each connection.
 */
const consoleSilenceMs = 60_000;

/**
 * Passes to the logger what libraries write to the console, such as warnings of the Redis client. So all lines have the same
 * format.
 */
export function logConsole(logger: Logger): void {
  const told = new LRUCache<string, true>({ max: 100, ttl: consoleSilenceMs });
  const logged = (level: 'debug' | 'info' | 'warn' | 'error') => {
    return (...parts: unknown[]): void => {
      const line = format(...parts).replace(/\s*\n\s*/g, ' ');
      if (told.has(line)) return;
      told.set(line, true);
      logger[level](line);
    };
  };
  Object.assign(console, {
    debug: logged('debug'),
    log: logged('info'),
    info: logged('info'),
    warn: logged('warn'),
    error: logged('error'),
  });
}

/** Passes to the logger of the service what Nest logs. */
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
