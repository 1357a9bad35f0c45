// SQL for locks, and for searches in JSON and in compressed texts.
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { countAnswersMentioning, deleteAnswersMentioning } from '../billing/answer-erasure.sql.js';
import { Database } from '../platform/database/database.js';
import { lockStatement } from '../platform/database/advisory-locks.js';
import { inTransaction, unlimited } from '../platform/database/transaction.js';
import { markCountsDue } from '../tenancy/query-fields/query-field.sql.js';
import { deleteHistoryOf, removedPersons } from './history-erasure.sql.js';
import { mentionMatcher, namesPersonWithoutPage } from './mention-patterns.js';
import type { PersonIdentifiers, SuppressionEntry } from './suppression.reader.js';

export interface ErasedCounts {
  readonly persons: number;
  readonly emails: number;
  readonly signals: number;
  readonly prospects: number;
  readonly storedAnswers: number;
}

/** Whom an erasure would erase, so that an operator can check that it is the right person. */
export interface KnownPerson {
  readonly name: string | null;
  readonly job_title: string | null;
  readonly company_name: string | null;
  readonly network_url: string | null;
}

/** Persons to erase, and all their identifiers. */
interface FoundPersons extends PersonIdentifiers {
  /** Values of `person.id`. */
  readonly ids: readonly string[];
  /** The former ids of persons who are no longer stored, but whom an undo of an import could bring back. */
  readonly removedIds: readonly string[];
  readonly persons: readonly KnownPerson[];
  /**
   * Whether one of the persons has no profile page, or had none at first. Stored answers about such a person may contain no
   * profile page by which to find them.
   */
  readonly lackPage: boolean;
}

/** The steps of an erasure and of its preview. They run in one transaction. */
interface ErasureSession {
  /**
   * Finds the persons who have one of the given identifiers. The result has all identifiers of these persons, and also the
   * given ones.
   */
  find(given: PersonIdentifiers): Promise<FoundPersons>;
  /** Counts what `erase` would delete. */
  count(found: FoundPersons): Promise<ErasedCounts>;
  /** Deletes these persons, and what is stored about them and their identifiers. */
  erase(found: FoundPersons): Promise<ErasedCounts>;
  /** Puts the entries on the suppression list. */
  suppress(entries: readonly SuppressionEntry[]): Promise<void>;
}

@Injectable()
export class ErasureSql {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in a transaction. Imports wait until it ends. Otherwise an import could store data of the person that it has
   * read before the erasure.
   */
  async transaction<T>(work: (session: ErasureSession) => Promise<T>): Promise<T> {
    return inTransaction(this.database.pool, (client) => work(new SqlErasureSession(client)), {
      lock: { name: 'import', mode: 'alone' },
      local: unlimited,
    });
  }

  /** Runs `work` in a transaction that only reads, so imports, requests and prospecting runs do not wait for it. */
  async reading<T>(work: (session: Pick<ErasureSession, 'find' | 'count'>) => Promise<T>): Promise<T> {
    return inTransaction(this.database.pool, (client) => work(new SqlErasureSession(client)), {
      access: 'read only',
      local: unlimited,
    });
  }
}

/**
 * An SQL expression for the document of a prospect without the connecting employee, the colleague who could introduce the prospect.
 * The reasoning may name the employee anywhere, so all of it is replaced. The scores stay, because a number identifies no person.
 */
export const withoutConnectingEmployee = `document || jsonb_build_object('connecting_employee_network_url', null,
  'ai_reasoning', 'The reasons named a colleague who was erased later.', 'connection_factors', '{}',
  'prospect_tags', coalesce((document->'prospect_tags') - array['Former colleague on our side',
    'Same school as a colleague of ours', 'Same town as a colleague of ours'], '[]'))`;

const selectPersons = `
  select p.id from person p
   where p.network_url = any($1::text[])
      or p.id in (select person_id from person_former_key where kind = 'network_url' and key = any($1::text[]))
      or p.id in (select person_id from person_email where address = any($2::text[]))`;

const fromEmails = 'from person_email where person_id = any($1::bigint[]) or address = any($2::text[])';

const fromProspects = `from prospect where person_id = any($1::bigint[]) or document->>'network_url' = any($2::text[])`;

/** The ids of the signals with a person's profile page, and of those that imports have made from a person's changes. */
const selectSignals = `
  select signal_id as id from change_signal where person_id = any($1::bigint[])
   union
  select s.id from tenant t join signal s on s.tenant_id = t.id and s.intent_holder_network_url = any($2::text[])`;

interface FoundRow extends KnownPerson {
  readonly id: string;
  readonly addresses: readonly string[];
  /** The profile pages of persons who were joined with this one. */
  readonly former_urls: readonly string[];
  readonly named_without_page: boolean;
}

class SqlErasureSession implements ErasureSession {
  constructor(private readonly client: pg.ClientBase) {}

  async find({ networkUrls, emails }: PersonIdentifiers): Promise<FoundPersons> {
    const { rows } = await this.client.query<FoundRow>(
      `select p.id, p.network_url, array(select address from person_email e where e.person_id = p.id) as addresses,
              array(select key from person_former_key f where f.person_id = p.id and f.kind = 'network_url') as former_urls,
              exists (select from person_email e where e.person_id = p.id and e.without_page) as named_without_page,
              coalesce(p.full_name, nullif(concat_ws(' ', p.first_name, p.last_name), '')) as name,
              p.job_title, p.company_name
         from person p where p.id in (${selectPersons})`,
      [networkUrls, emails],
    );
    const removed = await removedPersons(
      this.client,
      { networkUrls, emails },
      rows.map(({ id }) => id),
    );
    return {
      ids: rows.map(({ id }) => id),
      persons: rows.map(({ name, job_title, company_name, network_url }) => ({
        name,
        job_title,
        company_name,
        network_url,
      })),
      removedIds: removed.ids,
      networkUrls: [
        ...new Set([
          ...[...networkUrls, ...removed.networkUrls],
          ...rows.flatMap(({ network_url: url, former_urls: former }) => [...(url === null ? [] : [url]), ...former]),
        ]),
      ],
      emails: [...new Set([...emails, ...removed.emails, ...rows.flatMap(({ addresses }) => addresses)])],
      lackPage: rows.some((row) => row.network_url === null || row.named_without_page),
    };
  }

  async erase(found: FoundPersons): Promise<ErasedCounts> {
    const { ids, networkUrls, emails } = found;
    // While this lock is held, other processes store nothing that they have read before the erasure: they store no answers, and
    // their prospecting runs wait.
    await this.client.query(lockStatement({ name: 'erasure', mode: 'alone' }));
    await this.client.query('select from person where id = any($1::bigint[]) for update', [ids]);
    await this.client.query(markCountsDue('select company_id from person where id = any($1::bigint[])'), [ids]);
    const prospects = await this.eraseProspects(ids, networkUrls);
    const addresses = await this.rows(`delete ${fromEmails}`, [ids, emails]);
    const signals = await this.eraseSignals(ids, networkUrls);
    const persons = await this.rows('delete from person where id = any($1::bigint[])', [ids]);
    await this.client.query(
      `update prospecting_job set client_email = null
        where fold_case(client_email) in (select fold_case(address) from unnest($1::text[]) as address)`,
      [emails],
    );
    await deleteHistoryOf(this.client, { ...found, ids: [...ids, ...found.removedIds] });
    const storedAnswers = await this.eraseStoredAnswers(found);
    return { persons, emails: addresses, signals, prospects, storedAnswers };
  }

  async count(found: FoundPersons): Promise<ErasedCounts> {
    const { ids, networkUrls, emails } = found;
    return {
      persons: ids.length,
      emails: await this.rows(`select ${fromEmails}`, [ids, emails]),
      signals: await this.rows(selectSignals, [ids, networkUrls]),
      prospects: await this.rows(`select ${fromProspects}`, [ids, networkUrls]),
      storedAnswers: await countAnswersMentioning(this.client, answerMatcher(found)),
    };
  }

  async suppress(entries: readonly SuppressionEntry[]): Promise<void> {
    await this.client.query(
      `insert into suppression (kind, digest)
       select kind::suppression_kind, decode(digest, 'hex') from unnest($1::text[], $2::text[]) as entry(kind, digest)
       on conflict do nothing`,
      [entries.map(({ kind }) => kind), entries.map(({ digest }) => digest)],
    );
  }

  /**
   * Increases the number of erasures, and deletes the stored answers that mention the person.
   *
   * The number of erasures prevents that a request which began before the erasure stores its answer. The number is in the only
   * row of the table `installation`, beside the stored pepper. Every process inserts this row at its start, if it is missing. If it is
   * missing here all the same, it is inserted with a random pepper, because the column `pepper` must not be null.
   */
  private async eraseStoredAnswers(found: FoundPersons): Promise<number> {
    await this.client.query(
      `insert into installation (id, pepper, erasures) values (1, $1, 1)
       on conflict (id) do update set erasures = installation.erasures + 1`,
      [randomBytes(32)],
    );
    return deleteAnswersMentioning(this.client, answerMatcher(found));
  }

  /**
   * Deletes the signals about the person: those with the person's profile page, and those that imports have made from the
   * person's changes. Callbacks that have only such signals are deleted, too.
   */
  private async eraseSignals(ids: readonly string[], networkUrls: readonly string[]): Promise<number> {
    const { rows } = await this.client.query<{ id: string }>(
      `select distinct callback_id::text as id from change_signal
        where callback_id is not null and signal_id in (${selectSignals})`,
      [ids, networkUrls],
    );
    const signals = await this.rows(`delete from signal where id in (${selectSignals})`, [ids, networkUrls]);
    await this.client.query(
      `delete from callback_delivery d
        where id = any($1::bigint[]) and not exists (select from change_signal where callback_id = d.id)`,
      [rows.map(({ id }) => id)],
    );
    return signals;
  }

  /** Deletes the person's prospects, and removes the person as connecting employee from other prospects. */
  private async eraseProspects(ids: readonly string[], networkUrls: readonly string[]): Promise<number> {
    await this.client.query(
      `update prospect set document = ${withoutConnectingEmployee}
        where document->>'connecting_employee_network_url' = any($1::text[])`,
      [networkUrls],
    );
    return this.rows(`delete ${fromProspects}`, [ids, networkUrls]);
  }

  /** Runs a statement. @returns the number of rows that it selected, changed or deleted */
  private async rows(text: string, values: unknown[]): Promise<number> {
    return (await this.client.query(text, values)).rowCount ?? 0;
  }
}

/**
 * Returns a function that says of the text of a stored answer whether the answer has to be deleted, because it mentions one of the persons.
 * If one of these persons has no profile page, or was stored without one, all answers about persons without a profile page are deleted.
 * The reason is that such an answer may mention only a name, in any spelling.
 */
function answerMatcher(found: FoundPersons): (text: string) => boolean {
  const mentions = mentionMatcher(found);
  return found.lackPage ? (text) => namesPersonWithoutPage(text) || mentions(text) : mentions;
}
