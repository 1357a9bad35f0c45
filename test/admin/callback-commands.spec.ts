import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { singleLine } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  await service.issueKey('acme');
});

afterAll(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

describe('tenant set-callback succeeds', () => {
  it('sets a callback with a new secret each time, lists it without the secret, and removes it', async () => {
    const set = await admin.answerOf(['tenant', 'set-callback', 'acme', 'https://8.8.8.8:443/runs?of=acme']);
    const setting = { tenant: 'acme', callback_url: 'https://8.8.8.8/runs?of=acme' };
    const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(set).toEqual({ ...setting, callback_secret: secret });
    const again = await admin.answerOf(['tenant', 'set-callback', 'acme', setting.callback_url]);
    expect(again).toEqual({ ...setting, callback_secret: secret });
    expect(again).not.toEqual(set);
    const listed = await admin.answerOf(['tenant', 'list']);
    expect(listed).toEqual([expect.objectContaining(setting)]);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(await admin.answerOf(['tenant', 'set-callback', 'acme', '--none'])).toEqual({
      tenant: 'acme',
      callback_url: null,
    });
    expect(await admin.answerOf(['tenant', 'list'])).toEqual([
      expect.objectContaining({ tenant: 'acme', callback_url: null }),
    ]);
  });

  it('accepts a private address if the operator has allowed private addresses', async () => {
    const url = 'http://127.0.0.1:8080/hook';
    const answer = await admin.answerOf(['tenant', 'set-callback', 'acme', url], {
      env: { CALLBACK_PRIVATE_TARGETS: 'on' },
    });
    expect(answer).toMatchObject({ callback_url: url });
    expect(await admin.answerOf(['tenant', 'set-callback', 'acme', '--none'])).toMatchObject({ callback_url: null });
  });
});

describe('tenant set-callback rejects', () => {
  it.each([
    ['neither a URL nor --none', ['acme'], /Give either the URL of the callback, or --none/],
    ['both a URL and --none', ['acme', 'https://8.8.8.8/', '--none'], /Give either the URL of the callback, or --none/],
    ['a URL for an unknown tenant', ['missing', 'https://8.8.8.8/'], /no tenant "missing"/],
    ['--none for an unknown tenant', ['missing', '--none'], /no tenant "missing"/],
    ['a text that is no URL', ['acme', 'hooks'], /must be a URL/],
    ['plain HTTP', ['acme', 'http://8.8.8.8/'], /must begin with https/],
    ['a password', ['acme', 'https://user:hunter2@8.8.8.8/'], /must not contain a user name or a password/],
    ['an address of a private network', ['acme', 'https://10.0.0.1/'], /private network/],
    ['a host name with a private address', ['acme', 'https://localhost/'], /private network/],
  ])('rejects %s', async (_, args, message) => {
    const ended = await admin.run(['tenant', 'set-callback', ...args]);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(message)) });
    expect(ended.stderr).not.toContain('hunter2');
    const { rows } = await service.database.pool.query('select from tenant where callback_url is not null');
    expect(rows).toEqual([]);
  });

  it('rejects a value of CALLBACK_PRIVATE_TARGETS that is neither on nor off', async () => {
    const ended = await admin.run(['tenant', 'list'], { env: { CALLBACK_PRIVATE_TARGETS: 'maybe' } });
    const message = singleLine(/CALLBACK_PRIVATE_TARGETS must be on or off/);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  });
});
