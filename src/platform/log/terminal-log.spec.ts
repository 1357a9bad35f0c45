import { describe, expect, it } from '@jest/globals';
import { createLogger } from './log.js';

/** What a terminal shows of the lines that `write` logs, without the time of day. */
function shown(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const screen = { isTTY: true, write: (line: string) => (text += line) };
  write(createLogger('info', screen));
  return text.replace(/^\d\d:\d\d:\d\d /gm, '');
}

describe('A log line', () => {
  it('about a request begins on a terminal with the method, the route and the status', () => {
    const request = { request_id: 'r-1', tenant: undefined, method: 'POST', route: '/v1/company/enrich', status: 200 };
    const line = shown((logger) => {
      logger.info({ ...request, duration_ms: 12.34 }, 'request');
    });
    expect(line).toBe('POST /v1/company/enrich 200 12.34 ms request_id=r-1\n');
  });

  it('shows its message and its members on a terminal, and its level unless that is info', () => {
    const lines = shown((logger) => {
      logger.info({ url: 'http://127.0.0.1:3000' }, 'listening');
      logger.warn({ words: 'two words', count: 2, none: null }, 'Redis is away');
    });
    expect(lines).toBe('listening url=http://127.0.0.1:3000\nWARN Redis is away words="two words" count=2 none=null\n');
  });

  it.each(['Error: x\n    at y', { message: 'x', stack: 'Error: x\n    at y' }])(
    'is followed on a terminal by the stack of its error',
    (error) => {
      const line = shown((logger) => {
        logger.error({ error, request_id: 'r-1' }, 'It failed');
      });
      expect(line).toBe('ERROR It failed request_id=r-1\nError: x\n    at y\n');
    },
  );

  it('contains no control character that a terminal would interpret', () => {
    const line = shown((logger) => {
      logger.info({ name: '\u001b[2J' }, 'two\nlines \u001b]0;title\u0007\u009b');
    });
    expect(line).toBe(String.raw`two\u000alines \u001b]0;title\u0007\u009b name="\u001b[2J"` + '\n');
  });

  it('is JSON if the output is not a terminal', () => {
    let text = '';
    createLogger('info', { write: (line: string) => (text += line) }).info({ url: 'x' }, 'listening');
    expect(JSON.parse(text)).toEqual({ level: 'info', time: expect.any(String), url: 'x', msg: 'listening' });
  });
});
