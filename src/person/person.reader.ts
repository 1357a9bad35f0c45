import { Injectable } from '@nestjs/common';
import type { QueryArrayConfig } from 'pg';
import { Database } from '../platform/database/database.js';
import { SharedRead, StatementNames } from '../platform/database/statements.js';
import type { PersonField } from '../catalogue/person-catalogue.js';

export interface ProfileSelection {
  /** The selected fields of the catalogue. */
  readonly fields: readonly PersonField[];
  /** Whether to read the {@link ProfileFacts}, too. */
  readonly withFacts: boolean;
}

export interface PersonProfile {
  /** `person.id` */
  readonly id: string;
  /** The canonical profile URL; null for a person without a profile page. */
  readonly networkUrl: string | null;
  /**
   * The values of the selected fields, in the order of these fields. The array may have more values at its end, such as the id of
   * the person.
   */
  readonly values: readonly unknown[];
  /** The facts about the person; null if they are not selected. */
  readonly facts: ProfileFacts | null;
}

/** The facts about a person that personas, seniority and employer data need, whatever fields are selected. */
interface ProfileFacts {
  readonly companyId: string | null;
  readonly seniority: string | null;
  readonly personas: readonly string[];
}

const factColumns = ['p.company_id', 'p.seniority', 'p.personas'] as const;
type FactValues = [string | null, string | null, string[] | null];

export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** An SQL condition: whether the e-mail address `e` is at a domain of the current employer of the person `p`. */
const isAtEmployer = `(
  split_part(e.address, '@', 2) = coalesce(p.company_website, '')
  or exists (select 1 from company_domain d
              where d.company_id = p.company_id and d.domain = split_part(e.address, '@', 2)))`;

/**
 * SQL that finds persons `p` by the profile pages, or by the ids, in `$1`. Pages are joined and not compared with `= any($1)`, because only a
 * join reads the hash index directly. Ids are joined so that both texts have the same form.
 */
const byUrl = 'unnest($1::text[]) as key join person p on p.network_url = key';
const byId = 'unnest($1::bigint[]) as key join person p on p.id = key';

/** Reads persons for requests. Each method runs one statement for all persons of a request. */
@Injectable()
export class PersonReader {
  private readonly names = new StatementNames('person');
  private readonly sharedByUrl = new SharedRead(async (urls: readonly string[], columns, tenantId) => {
    const profiles = await this.readProfiles(byUrl, urls, columns, tenantId);
    const found = new Map(profiles.map((profile) => [profile.networkUrl ?? '', profile]));
    const missed = urls.filter((url) => !found.has(url));
    if (missed.length === 0) return found;
    return new Map([...(await this.byFormerUrl(missed, columns, tenantId)), ...found]);
  });
  private readonly sharedById = new SharedRead(async (ids: readonly string[], columns, tenantId) => {
    const profiles = await this.readProfiles(byId, ids, columns, tenantId);
    return new Map(profiles.map((profile) => [profile.id, profile]));
  });

  constructor(private readonly database: Database) {}

  /** Reads profiles by canonical profile URLs. @returns the profiles by that URL; a URL that is not stored has no entry */
  async profilesByUrl(
    urls: readonly string[],
    selection: ProfileSelection,
    tenantId?: string,
  ): Promise<ReadonlyMap<string, PersonProfile>> {
    return urls.length === 0
      ? new Map()
      : pick(urls, await this.sharedByUrl.find(urls, columnsOf(selection), tenantId));
  }

  /** Reads the profiles of those persons with whom the persons of the given pages were joined, by the given page. */
  private async byFormerUrl(
    urls: readonly string[],
    columns: readonly string[],
    tenantId: string | undefined,
  ): Promise<readonly (readonly [url: string, profile: PersonProfile])[]> {
    const { rows } = await this.database.readsOf(tenantId, urls.length).query<[url: string, id: string]>({
      name: 'person-former-pages',
      text: `select key, person_id from person_former_key where kind = 'network_url' and key = any($1::text[])`,
      values: [urls],
      rowMode: 'array',
    });
    if (rows.length === 0) return [];
    const profiles = await this.readProfiles(byId, [...new Set(rows.map(([, id]) => id))], columns, tenantId);
    const byPersonId = new Map(profiles.map((profile) => [profile.id, profile]));
    return rows.flatMap(([url, id]) => {
      const profile = byPersonId.get(id);
      return profile === undefined ? [] : [[url, profile] as const];
    });
  }

  /** Reads profiles by `person.id`. @returns the profiles by that id; a person who was erased meanwhile has no entry */
  async profiles(
    ids: readonly string[],
    selection: ProfileSelection,
    tenantId?: string,
  ): Promise<ReadonlyMap<string, PersonProfile>> {
    return ids.length === 0 ? new Map() : pick(ids, await this.sharedById.find(ids, columnsOf(selection), tenantId));
  }

  private async readProfiles(
    persons: string,
    keys: readonly string[],
    columns: readonly string[],
    tenantId: string | undefined,
  ): Promise<PersonProfile[]> {
    // The id follows the other columns. So the values of these columns stand at the start of a row, which then need not be
    // copied.
    // If no column names the table `company`, PostgreSQL does not read it: it leaves out a left join on a primary key when the statement
    // uses no column of the joined table. This saves time, because the rows of `company` are long, and with many records nearly every
    // employer of a request is on another page.
    const text = `select ${[...columns, 'p.id', 'p.network_url'].join(', ')}
                    from ${persons} left join company c on c.id = p.company_id`;
    const query: QueryArrayConfig = { ...this.names.prepare(text), values: [keys], rowMode: 'array' };
    const { rows } = await this.database.readsOf(tenantId, keys.length).query<unknown[]>(query);
    const hasFacts = columns.at(-1) === factColumns.at(-1);
    return rows.map((values) => {
      const [id, networkUrl] = [values[columns.length] as string, values[columns.length + 1] as string | null];
      const facts = hasFacts ? factsOf(values.slice(columns.length - factColumns.length) as FactValues) : null;
      return { id, networkUrl, values, facts };
    });
  }

  /**
   * Reads an e-mail address and a phone number of each person. Among several addresses, a work address comes before a personal
   * one. Among addresses of the same type, one at the current employer comes first. The order in the list of the imported record
   * decides between the others, and between phone numbers. What only records without a profile page have listed comes last.
   * @param ids values of `person.id`
   * @returns the contact data by `person.id`
   */
  async contacts(ids: readonly string[]): Promise<ReadonlyMap<string, Contact>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.reads.query<[string, string | null, string | null]>({
      name: 'person-contacts',
      text: `select p.id,
                    (select e.address from person_email e where e.person_id = p.id
                      order by e.type, ${isAtEmployer} desc, e.place, e.address limit 1),
                    (select n.number from person_phone n where n.person_id = p.id order by n.place, n.number limit 1)
               from person p where p.id = any($1::bigint[])`,
      values: [ids],
      rowMode: 'array',
    });
    return new Map(rows.map(([id, email, phone]) => [id, { email, phone }]));
  }
}

/** The SQL expressions of the selected fields, followed by the expressions of the facts if they are read. */
function columnsOf({ fields, withFacts }: ProfileSelection): string[] {
  return [...fields.map((field) => field.expression), ...(withFacts ? factColumns : [])];
}

function factsOf([companyId, seniority, personas]: FactValues): ProfileFacts {
  return { companyId, seniority, personas: personas ?? [] };
}

/** Picks the values of the given keys. A shared read may also return values that concurrent requests asked for. */
function pick<Value>(keys: readonly string[], found: ReadonlyMap<string, Value>): Map<string, Value> {
  const picked = new Map<string, Value>();
  for (const key of keys) {
    const value = found.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}
