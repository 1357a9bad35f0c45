import { Injectable } from '@nestjs/common';
import type { QueryArrayConfig } from 'pg';
import { Database } from '../platform/database/database.js';
import { SharedRead, StatementNames } from '../platform/database/statements.js';
import type { PersonField } from '../catalogue/person-catalogue.js';

/** The data of a person for an answer. */
export interface PersonProfile {
  readonly id: string;
  readonly networkUrl: string;
  readonly companyId: string | null;
  /** The values of the requested fields, in their order. */
  readonly values: readonly unknown[];
  readonly jobTitle: string | null;
  readonly country: string | null;
  readonly seniority: string | null;
  readonly personas: readonly string[];
}

/** The contact data of a person. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** SQL: whether address `e` is at a domain of the current employer of person `p`. */
const isAtEmployer = `(
  split_part(e.address, '@', 2) = coalesce(p.company_website, '')
  or exists (select 1 from company_domain d
              where d.company_id = p.company_id and d.domain = split_part(e.address, '@', 2)))`;

type ProfileRow = [
  id: string,
  url: string,
  companyId: string | null,
  title: string | null,
  country: string | null,
  seniority: string | null,
  personas: string[] | null,
  ...values: unknown[],
];

/** Finds persons on the request path; every method is one statement for all identifiers of a request. */
@Injectable()
export class PersonReader {
  private readonly names = new StatementNames('person');
  private readonly sharedByUrl = new SharedRead(async (urls: readonly string[], columns) => {
    const byUrl = new Map<string, PersonProfile>();
    for (const profile of await this.readProfiles('p.network_url = any($1::text[])', urls, columns)) {
      byUrl.set(profile.networkUrl, profile);
    }
    return byUrl;
  });
  private readonly sharedById = new SharedRead(async (ids: readonly string[], columns) => {
    const profiles = await this.readProfiles('p.id = any($1::bigint[])', ids, columns);
    return new Map(profiles.map((profile) => [profile.id, profile]));
  });

  constructor(private readonly database: Database) {}

  /** Profiles by canonical profile page. @param fields fields of the catalogue */
  async profilesByUrl(
    urls: readonly string[],
    fields: readonly PersonField[],
  ): Promise<ReadonlyMap<string, PersonProfile>> {
    return urls.length === 0 ? new Map() : pick(urls, await this.sharedByUrl.find(urls, expressionsOf(fields)));
  }

  /** Profiles by id. @param fields fields of the catalogue */
  async profiles(ids: readonly string[], fields: readonly PersonField[]): Promise<ReadonlyMap<string, PersonProfile>> {
    return ids.length === 0 ? new Map() : pick(ids, await this.sharedById.find(ids, expressionsOf(fields)));
  }

  private async readProfiles(
    condition: string,
    keys: readonly string[],
    expressions: readonly string[],
  ): Promise<PersonProfile[]> {
    const selected = expressions.map((expression) => `, ${expression}`).join('');
    const text = `select p.id, p.network_url, p.company_id, p.job_title, p.country, p.seniority, p.personas${selected}
                    from person p left join company c on c.id = p.company_id where ${condition}`;
    const query: QueryArrayConfig = { ...this.names.prepare(text), values: [keys], rowMode: 'array' };
    const { rows } = await this.database.reads.query<ProfileRow>(query);
    return rows.map(profileOf);
  }

  /** The skills of persons, by id; a person without skills has no entry. */
  async skills(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.reads.query<[string, string[]]>({
      name: 'person-skills',
      text: 'select person_id, array_agg(name) from person_skill where person_id = any($1::bigint[]) group by person_id',
      values: [ids],
      rowMode: 'array',
    });
    return new Map(rows);
  }

  /**
   * One e-mail address and one phone number for each person, by id. Work addresses precede personal ones, then addresses at the
   * current employer precede others, then the first imported one is chosen.
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

/** The index of the first requested field in a row. */
const valuesFrom = 7;

function profileOf(row: ProfileRow): PersonProfile {
  const [id, networkUrl, companyId, jobTitle, country, seniority, personas] = row;
  const values = row.slice(valuesFrom);
  return { id, networkUrl, companyId, jobTitle, country, seniority, personas: personas ?? [], values };
}

function expressionsOf(fields: readonly PersonField[]): string[] {
  return fields.map((field) => field.expression);
}

/** A shared read may also return results of concurrent requests. */
function pick<Value>(keys: readonly string[], found: ReadonlyMap<string, Value>): Map<string, Value> {
  const picked = new Map<string, Value>();
  for (const key of keys) {
    const value = found.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}
