import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureSql } from '../../src/privacy/erasure.sql.js';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { SuppressionReader } from '../../src/privacy/suppression.reader.js';
import { Pepper } from '../../src/platform/auth/pepper.sql.js';
import { readConfig } from '../../src/platform/config/config.js';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import type { Client } from '../support/records/company-api.js';
import {
  companyEnrich,
  lockTable,
  personEnrich,
  post,
  shortAnswer,
  storedAnswersOf,
  storedRows,
  untilWaiting,
} from '../support/http/idempotency.js';
import { eventually } from '../support/service/eventually.js';
import { storeCompanies, storePersons } from '../support/records/person-factory.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const jane = 'https://www.network.com/in/jane-doe';
const john = { ...personEnrich, body: { ...personEnrich.body, persons: [{ network_url: 'network.com/in/john-doe' }] } };

function erasuresOf({ app, database, databaseUrl }: TestService): ErasureService {
  const suppression = new SuppressionReader(database, app.get(Pepper));
  return new ErasureService(new ErasureSql(database), suppression, readConfig({ DATABASE_URL: databaseUrl }));
}

async function erase(service: TestService, networkUrl: string): Promise<void> {
  await erasuresOf(service).erase({ networkUrl });
}

async function untilWaitingForLock({ database }: TestService, lock: number): Promise<void> {
  await eventually(async () => {
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`;
    return ((await database.pool.query(waiting, [lock])).rowCount ?? 0) > 0;
  });
}

function describeErasure(what: string, env: Record<string, string>): void {
  describe(`Erasing a person, ${what},`, () => {
    let service: TestService;
    let client: Client;

    beforeAll(async () => {
      service = await startTestService({ env: { WORKER: 'off', ...env } });
      await storeCompanies(service.database, ['acme.example']);
      client = await service.clientOf('ours');
    });

    afterEach(async () => {
      await service.database.pool.query('delete from stored_answer');
    });

    afterAll(() => service.close());

    it('deletes the stored answers about the person, and no others', async () => {
      await storePersons(service.database, [
        { networkUrl: jane, fullName: 'Jane Doe' },
        { networkUrl: 'https://www.network.com/in/john-doe', fullName: 'John Doe' },
      ]);
      expect((await post(client, personEnrich, 'jane')).text).toContain('Jane Doe');
      await post(client, john, 'john');
      await erase(service, jane);
      const again = await post(client, personEnrich, 'jane');
      expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([
        200,
        undefined,
        expect.not.stringContaining('Jane Doe'),
      ]);
      expect((await post(client, john, 'john')).headers['idempotent-replayed']).toBe('true');
    });

    it('deletes compressed answers about the person', async () => {
      const persons = Array.from({ length: 200 }, (_, index) => ({
        networkUrl: `https://www.network.com/in/crowd-${index}`,
        fullName: `One of ${index}`,
      }));
      await storePersons(service.database, [...persons, { networkUrl: jane, fullName: 'Jane Doe' }]);
      const crowd = (extra: string[]) => ({
        ...personEnrich,
        body: {
          persons: [...persons.map(({ networkUrl }) => networkUrl), ...extra].map((network_url) => ({ network_url })),
          fields: ['full_name', 'contact_network_url'],
        },
      });
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await post(client, crowd([]), key);
      for (const key of ['bb', 'z']) await post(client, crowd([jane]), key);
      const packed = 'select from stored_answer where packed is not null and body is null';
      expect((await service.database.pool.query(packed)).rowCount).toBe(8);
      await erase(service, jane);
      expect((await storedRows(service.database)).map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    });

    it('lets requests under way send their answers, but prevents that these answers are stored', async () => {
      const hold = await lockTable(service.database, companyEnrich.table);
      const underWay = post(client, companyEnrich, 'key');
      await untilWaiting(service.database, companyEnrich.table, 1);
      await erase(service, jane);
      await hold.release();
      const { status, text } = await underWay;
      expect([status, text]).toEqual([200, expect.stringContaining('acme.example')]);
      expect(await storedRows(service.database)).toEqual([]);
      await post(client, companyEnrich, 'key');
      expect((await post(client, companyEnrich, 'key')).headers['idempotent-replayed']).toBe('true');
    });

    it('waits until an answer about the person has been stored, and then deletes this answer', async () => {
      const answers = storedAnswersOf(service.database);
      const request = { tenantId: 'ours', key: 'key', digest: Buffer.alloc(32), requestId: 'first' };
      const outcome = await answers.claim(request);
      if (outcome.state !== 'claimed') throw new Error(outcome.state);
      const storing = await service.database.pool.connect();
      await storing.query('begin');
      const body = JSON.stringify({ network_url: jane });
      await answers.complete(storing, outcome.attempt, shortAnswer(body));
      const erasing = erase(service, jane);
      await untilWaitingForLock(service, advisoryLocks.erasure);
      await storing.query('commit');
      storing.release();
      await erasing;
      expect(await storedRows(service.database)).toEqual([]);
    });

    it('can be previewed while requests end: their answers are stored, and a retry gets the stored answer', async () => {
      // The preview reads this table, and so waits in the middle of its work until the table is released.
      const hold = await lockTable(service.database, 'change_signal');
      const previewing = erasuresOf(service).preview({ networkUrl: jane });
      try {
        await untilWaiting(service.database, 'change_signal', 1);
        await post(client, companyEnrich, 'key');
        expect((await post(client, companyEnrich, 'key')).headers['idempotent-replayed']).toBe('true');
      } finally {
        await hold.release();
        await previewing;
      }
    });

    it('prevents that an answer is stored if the request ends during the erasure', async () => {
      const erasing = await service.database.pool.connect();
      try {
        await erasing.query('begin');
        await erasing.query('select pg_advisory_xact_lock($1)', [advisoryLocks.erasure]);
        expect((await post(client, companyEnrich, 'key')).status).toBe(200);
        expect(await storedRows(service.database)).toEqual([]);
      } finally {
        await erasing.query('rollback');
        erasing.release();
      }
    });
  });
}

describeErasure('with the pepper of the database', {});
describeErasure('with a configured pepper', { API_KEY_PEPPER: 'a pepper of the operator for this test' });
