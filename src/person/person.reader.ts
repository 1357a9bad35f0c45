import { Injectable } from '@nestjs/common';
import type { QueryArrayConfig } from 'pg';
import { Database } from '../platform/database/database.js';
import { SharedRead, StatementNames } from '../platform/database/statements.js';
import type { PersonField } from '../catalogue/person-catalogue.js';

/** A set of candidates: the persons with any of the employers and any of the name tokens. */
export interface PersonBlock {
  readonly employers: readonly string[];
  readonly tokens: readonly string[];
}

/** A person in a block, with the data that scoring needs. */
export interface Candidate {
  /** `person.id`. */
  readonly id: string;
  readonly networkUrl: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  /** The block keys of the current employers; only the searched ones for a candidate from a block. */
  readonly employers: readonly string[];
  /** The current name, former names and aliases of the current employer. */
  readonly companyNames: readonly string[];
  readonly addresses: readonly string[];
}

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

/** The columns `companyNames` and `addresses` of a candidate; `p` is the person. */
const evidenceColumns = `
  array(select n.name from (select c.name from company c where c.id = p.company_id
                            union all select f.name from company_former_name f where f.company_id = p.company_id
                            union all select a.name from company_alias a where a.company_id = p.company_id
                            union all select p.company_name) n where n.name is not null),
  array(select e.address from person_email e where e.person_id = p.id)`;

/** SQL: whether address `e` is at a domain of the current employer of person `p`. */
const isAtEmployer = `(
  split_part(e.address, '@', 2) = coalesce(p.company_website, '')
  or exists (select 1 from company_domain d
              where d.company_id = p.company_id and d.domain = split_part(e.address, '@', 2)))`;

/** The maximum number of candidates of a block; those that share the fewest name tokens are omitted. */
const maxCandidates = 50;

/**
 * One index scan for an employer with all tokens, so that an employer without persons costs one descent of the index.
 * `offset 0` prevents a scan of all persons when the planner expects many candidates.
 */
const candidatesInBlocks = `
  select ranked.ord, p.*
    from (select lookup.ord, b.person_id, array_agg(distinct b.employer) as employers,
                 row_number() over (partition by lookup.ord order by count(distinct b.token) desc, b.person_id) as position
            from unnest($1::int[], $2::text[], $3::text[]) as lookup (ord, employer, tokens)
            join person_block b on b.employer = lookup.employer and b.token = any (string_to_array(lookup.tokens, ' '))
           group by lookup.ord, b.person_id) ranked
   cross join lateral (select p.id, p.network_url, p.first_name, p.last_name, p.full_name, ranked.employers, ${evidenceColumns}
                         from person p where p.id = ranked.person_id offset 0) p
   where ranked.position <= ${maxCandidates}`;

type CandidateRow = [
  ord: number,
  id: string,
  url: string,
  first: string | null,
  last: string | null,
  full: string | null,
  employers: string[],
  companyNames: string[],
  addresses: string[],
];
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
    const profiles = await this.readProfiles('p.network_url = any($1::text[])', urls, columns);
    return new Map(profiles.map((profile) => [profile.networkUrl, profile]));
  });
  private readonly sharedById = new SharedRead(async (ids: readonly string[], columns) => {
    const profiles = await this.readProfiles('p.id = any($1::bigint[])', ids, columns);
    return new Map(profiles.map((profile) => [profile.id, profile]));
  });

  constructor(private readonly database: Database) {}

  /** The persons with each address, by address. */
  async byEmail(addresses: readonly string[]): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    if (addresses.length === 0) return new Map();
    const { rows } = await this.database.reads.query<[address: string, ...CandidateRow]>({
      name: 'person-by-email',
      text: `select e.address, 0, p.id, p.network_url, p.first_name, p.last_name, p.full_name,
                    array(select distinct b.employer from person_block b where b.person_id = p.id), ${evidenceColumns}
               from person_email e join person p on p.id = e.person_id
              where e.address = any($1::text[])`,
      values: [addresses],
      rowMode: 'array',
    });
    const found = new Map<string, Candidate[]>();
    for (const [address, ...row] of rows) found.set(address, [...(found.get(address) ?? []), candidateOf(row)]);
    return found;
  }

  /** The candidates of each block, in the order of the blocks; at most 50 of each, those that share the most tokens. */
  async candidatesInBlocks(blocks: readonly PersonBlock[]): Promise<readonly (readonly Candidate[])[]> {
    const found: Candidate[][] = blocks.map(() => []);
    const lookups = blocks.flatMap(({ employers, tokens }, ord) =>
      tokens.length === 0 ? [] : employers.map((employer) => ({ ord, employer, tokens: tokens.join(' ') })),
    );
    if (lookups.length === 0) return found;
    const { rows } = await this.database.reads.query<CandidateRow>({
      name: 'person-in-blocks',
      text: candidatesInBlocks,
      values: [
        lookups.map(({ ord }) => ord),
        lookups.map(({ employer }) => employer),
        lookups.map(({ tokens }) => tokens),
      ],
      rowMode: 'array',
    });
    for (const row of rows) found[row[0]]?.push(candidateOf(row));
    return found;
  }

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

function candidateOf([
  ,
  id,
  networkUrl,
  firstName,
  lastName,
  fullName,
  employers,
  companyNames,
  addresses,
]: CandidateRow): Candidate {
  return { id, networkUrl, firstName, lastName, fullName, employers, companyNames, addresses };
}

function profileOf(row: ProfileRow): PersonProfile {
  const [id, networkUrl, companyId, jobTitle, country, seniority, personas, ...values] = row;
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
