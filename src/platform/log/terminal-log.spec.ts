import { describe, expect, it } from '@jest/globals';
import { createLogger } from './log.js';

/** The output for a terminal of what `write` logs, without the time of day. */
function shown(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const screen = { isTTY: true, write: (line: string) => (text += line) };
  write(createLogger('info', screen));
  return text.replace(/^\d\d:\d\d:\d\d /gm, '');
}

describe('a log line on a terminal', () => {
  it('begins the line of a request with method, route and status', () => {
    const request = { request_id: 'r-1', tenant: undefined, method: 'POST', route: '/v1/company/enrich', status: 200 };
    const line = shown((logger) => {
      logger.info({ ...request, duration_ms: 12.34 }, 'request');
    });
    expect(line).toBe('POST /v1/company/enrich 200 12.34 ms request_id=r-1\n');
  });

  it('names its level when that is not info, and all else that is logged with it', () => {
    const lines = shown((logger) => {
      logger.info({ url: 'http://127.0.0.1:3000' }, 'listening');
      logger.warn({ words: 'two words', count: 2, none: null }, 'Redis is away');
    });
    expect(lines).toBe('listening url=http://127.0.0.1:3000\nWARN Redis is away words="two words" count=2 none=null\n');
  });

  it.each(['Error: x\n    at y', { message: 'x', stack: 'Error: x\n    at y' }])(
    'shows an error below itself',
    (error) => {
      const line = shown((logger) => {
        logger.error({ error, request_id: 'r-1' }, 'It failed');
      });
      expect(line).toBe('ERROR It failed request_id=r-1\nError: x\n    at y\n');
    },
  );

  it('lets nothing that is logged steer the terminal', () => {
    const line = shown((logger) => {
      logger.info({ name: '\u001b[2J' }, 'two\nlines \u001b]0;title\u0007\u009b');
    });
    expect(line).toBe(String.raw`two\u000alines \u001b]0;title\u0007\u009b name="\u001b[2J"` + '\n');
  });

  it('is JSON where there is no terminal', () => {
    let text = '';
    createLogger('info', { write: (line: string) => (text += line) }).info({ url: 'x' }, 'listening');
    expect(JSON.parse(text)).toEqual({ level: 'info', time: expect.any(String), url: 'x', msg: 'listening' });
  });
});
