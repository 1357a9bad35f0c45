import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EnrichedFollowLog } from '../../src/follows/enriched-follow-log.sql.js';
import { call } from '../support/http/http.js';
import { followCommands, janeMoved, janeMoves } from '../support/records/follows.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const { admin, load, loadFirst, follow, signalsOf } = followCommands(() => service);
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

/** Each test makes its own records, so those of the test before are deleted. */
afterEach(() => service.database.pool.query('delete from person; delete from company; delete from signal'));

afterAll(() => service.close());

describe('The commands follow and unfollow', () => {
  it('count the lines whose record is stored, whose record is unknown and which have no identifier, and print the line numbers of the last two kinds', async () => {
    await service.issueKey('acme');
    await loadFirst();
    const lists = [
      ['--companies', 'website,name\nacme.test,Acme\nnowhere.test,Nowhere\n,Nameless\n'],
      ['--persons', 'network.com/in/jane\nunknown.person@acme.test\nnonsense\n'],
    ] as const;
    for (const [option, stdin] of lists) {
      const kind = option.slice(2);
      const answer = (ended: { stdout: string }): unknown => JSON.parse(ended.stdout);
      const counts = { tenant: 'acme', kind, read: 3, found: 1, unknown: 1, rejected: 1 };
      const first = await admin.run(['follow', 'acme', option, '-'], { stdin });
      expect([first.code, answer(first)]).toEqual([0, { ...counts, followed: 1, already_followed: 0 }]);
      expect(first.stderr).toMatch(/^Line \d .*is not on record\n/m);
      expect(first.stderr).not.toContain('unknown.person');
      const second = await admin.run(['follow', 'acme', option, '-'], { stdin });
      expect(answer(second)).toEqual({ ...counts, followed: 0, already_followed: 1 });
    }
    expect(await admin.answerOf(['follow', 'acme'])).toEqual({
      tenant: 'acme',
      all_enriched: false,
      companies: 1,
      persons: 1,
    });
    const stdin = 'jane@nowhere.test\nnetwork.com/in/jane\nnetwork.com/in/bob\n';
    expect(await admin.run(['unfollow', 'acme', '--persons', '-'], { stdin })).toMatchObject({ code: 0 });
    expect(await admin.answerOf(['follow', 'acme'])).toMatchObject({ persons: 0 });
    await load('persons', [janeMoves]);
    expect(await signalsOf('acme')).toEqual([]);
  });

  it('refuse an unknown tenant, an unfollow without an option, a call with two options, and a file without identifiers', async () => {
    await service.issueKey('acme');
    const refusals = [
      [['follow', 'missing', '--all-enriched'], 'There is no tenant "missing"'],
      [['unfollow', 'acme'], 'Give --companies FILE, --persons FILE or --all-enriched'],
      [['follow', 'acme', '--companies', '-', '--all-enriched'], 'Give only one of --companies'],
      [['follow', 'acme', '--companies', '-'], 'the header row has no known column'],
    ] as const;
    for (const [words, message] of refusals) {
      const ended = await admin.run(words, { stdin: 'colour;taste\nred;sweet\n' });
      expect([ended.code, ended.stdout, ended.stderr]).toEqual([1, '', expect.stringContaining(message)]);
    }
  });

  it('make a tenant follow the records that it receives by enrichments, until unfollow --all-enriched is run', async () => {
    const { apiKey } = await service.issueKey('enriching');
    await loadFirst();
    await admin.answerOf(['follow', 'enriching', '--all-enriched']);
    const enrich = async (): Promise<void> => {
      const requests = [
        ['company', { companies: [{ website: 'globex.test' }], fields: ['name'] }],
        ['person', { persons: [{ network_url: 'network.com/in/jane' }], fields: ['full_name'] }],
      ] as const;
      for (const [route, body] of requests)
        expect((await call(`${service.baseUrl}/v1/${route}/enrich`, { apiKey, body })).status).toBe(200);
      await service.app.get(EnrichedFollowLog, { strict: false }).flush();
    };
    const counts = () => admin.answerOf(['follow', 'enriching']);
    // The service learns only after a moment that the tenant follows what it enriches, so the request is repeated.
    await eventually(async () => {
      await enrich();
      return JSON.stringify(await counts()).includes('"companies":1,"persons":1');
    }, 30_000);
    await load('persons', [janeMoves]);
    expect(await signalsOf('enriching')).toEqual([
      janeMoved,
      'New Hire: Jane Doe joined Globex as VP Sales from Acme, since 2026-02-01',
    ]);
    await follow('enriching', '--companies', ['globex.test']);
    const stopped = { tenant: 'enriching', all_enriched: false, companies: 1, persons: 0 };
    expect(await admin.answerOf(['unfollow', 'enriching', '--all-enriched'])).toEqual(stopped);
    await enrich();
    expect(await counts()).toEqual(stopped);
  });
});
