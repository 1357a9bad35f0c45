// SQL for reading the records that share a key, in steps over whole tables.
import { Injectable } from '@nestjs/common';
import { companyNameKeys } from '../../matching/companies/company-name.js';
import { Database } from '../../platform/database/database.js';
import { inTransaction, unlimited } from '../../platform/database/transaction.js';
import type { ComparedCompany, ComparedPerson } from './duplicate-score.js';

/** Records that share a key: pairs of their ids, the smaller id first. */
export interface PairPage {
  readonly pairs: readonly (readonly [one: string, other: string])[];
  /** How many keys were left out, because too many records have them. */
  readonly leftOut: number;
}

/** A key that more records have shows nothing: many firms are called Müller, and many persons share a switchboard. */
const mostOfName = 20;
const mostOfContact = 5;
const companiesPerStep = 2_000;
const blocksPerStep = 20_000;
const groupsPerStep = 2_000;

const selectNames = `select c.id::text, c.name from company c where c.id > $1::bigint order by c.id limit ${companiesPerStep}`;

const findNamed = `
  select k.key, array(
    select id::text from (
      (select id from company where name_key = k.key limit ${mostOfName + 1})
      union (select company_id from company_alias where name_key = k.key limit ${mostOfName + 1})
      union (select company_id from company_former_name where name_key = k.key limit ${mostOfName + 1})) named
     limit ${mostOfName + 1}) as ids
    from unnest($1::text[]) as k(key)`;

const selectBlocks = `
  select b.employer, b.token, b.person_id::text from person_block b
   where (b.employer, b.token, b.person_id) > ($1, $2, $3::bigint) order by b.employer, b.token, b.person_id limit ${blocksPerStep}`;

const selectAddresses = `
  select address, array_agg(person_id::text) from person_email where address > $1
   group by address having count(*) between 2 and ${mostOfContact} order by address limit ${groupsPerStep}`;

const openPhones = `
  declare shared no scroll cursor for
  select array_agg(person_id::text) from person_phone group by number having count(*) between 2 and ${mostOfContact}`;

const selectCompanies = `
  select id::text, name, website, network_url, network_id, location_country as country, coalesce(account_phones, '{}') as phones,
         nullif(fold_case(location_street_address), '') || ', ' || fold_case(coalesce(location_postal_code, location_locality)) as address,
         array_remove(name || array(select name from company_alias where company_id = c.id)
           || array(select name from company_former_name where company_id = c.id), null) as names,
         array(select domain from company_domain where company_id = c.id) as domains
    from company c where id = any($1::bigint[])`;

const selectPersons = `
  select id::text, first_name as "firstName", last_name as "lastName", full_name as "fullName", network_url, job_title, company_name, country,
         array(select address from person_email where person_id = p.id) as emails,
         array(select number from person_phone where person_id = p.id) as phones,
         array(select distinct employer from person_block where person_id = p.id) as employers
    from person p where id = any($1::bigint[])`;

/** Reads the records that share names, employers, addresses or numbers. Each statement reads a bounded part. */
@Injectable()
export class DuplicatesSql {
  constructor(private readonly database: Database) {}

  /** Yields the companies that share a name, also one without words such as "Group" at its end. */
  async *companyPairs(): AsyncGenerator<PairPage> {
    for (let after = '0'; ;) {
      const named = await this.rows<[id: string, name: string | null]>(selectNames, [after]);
      const last = named.at(-1)?.[0];
      if (last === undefined) return;
      after = last;
      const keysOf = new Map(named.map(([id, name]) => [id, name === null ? [] : companyNameKeys(name)]));
      const keys = [...new Set([...keysOf.values()].flat())];
      const found = new Map(await this.rows<[key: string, ids: string[]]>(findNamed, [keys]));
      const crowded = keys.filter((key) => (found.get(key)?.length ?? 0) > mostOfName);
      const pairs = [...keysOf].flatMap(([id, own]) =>
        own
          .flatMap((key) => (crowded.includes(key) ? [] : (found.get(key) ?? [])))
          .flatMap((other) => pairOf(id, other)),
      );
      yield { pairs, leftOut: crowded.length };
    }
  }

  /** Yields the persons who share an employer and a word of the name. */
  async *colleagues(): AsyncGenerator<PairPage> {
    let block: { readonly key: string; ids: string[] } = { key: '', ids: [] };
    for (let after = ['', '', '0']; ;) {
      const rows = await this.rows<[employer: string, token: string, id: string]>(selectBlocks, after);
      const pairs: (readonly [string, string])[] = [];
      let leftOut = 0;
      const close = (): void => {
        if (block.ids.length > mostOfName) leftOut += 1;
        else pairs.push(...pairsAmong(block.ids));
      };
      for (const [employer, token, id] of rows) {
        const key = `${employer} ${token}`;
        if (key !== block.key) {
          close();
          block = { key, ids: [] };
        }
        if (block.ids.length <= mostOfName) block.ids.push(id);
      }
      const last = rows.at(-1);
      if (last === undefined) close();
      yield { pairs, leftOut };
      if (last === undefined) return;
      after = [...last];
    }
  }

  /** Yields the persons who share an e-mail address. */
  async *sharedAddresses(): AsyncGenerator<PairPage> {
    for (let after = ''; ;) {
      const rows = await this.rows<[address: string, ids: string[]]>(selectAddresses, [after]);
      const last = rows.at(-1)?.[0];
      if (last === undefined) return;
      yield { pairs: rows.flatMap(([, ids]) => pairsAmong(ids)), leftOut: 0 };
      after = last;
    }
  }

  /** Reads the persons who share a phone number, in parts. */
  async sharedPhones(onPage: (page: PairPage) => Promise<void>): Promise<void> {
    await inTransaction(
      this.database.pool,
      async (client) => {
        await client.query(openPhones);
        for (;;) {
          const { rows } = await client.query<[string[]]>({
            text: `fetch ${groupsPerStep} from shared`,
            rowMode: 'array',
          });
          if (rows.length === 0) return;
          await onPage({ pairs: rows.flatMap(([ids]) => pairsAmong(ids)), leftOut: 0 });
        }
      },
      { access: 'read only', local: unlimited },
    );
  }

  async companies(ids: readonly string[]): Promise<ReadonlyMap<string, ComparedCompany>> {
    const { rows } = await this.database.pool.query<ComparedCompany>(selectCompanies, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  async persons(ids: readonly string[]): Promise<ReadonlyMap<string, ComparedPerson>> {
    const { rows } = await this.database.pool.query<ComparedPerson>(selectPersons, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async rows<Row extends unknown[]>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.database.pool.query<Row>({ text, values: [...values], rowMode: 'array' })).rows;
  }
}

function pairsAmong(ids: readonly string[]): (readonly [string, string])[] {
  return ids.flatMap((one, index) => ids.slice(index + 1).flatMap((other) => pairOf(one, other)));
}

/** The two ids, the smaller one first; none if both are the same. */
function pairOf(one: string, other: string): (readonly [string, string])[] {
  if (one === other) return [];
  return [BigInt(one) < BigInt(other) ? [one, other] : [other, one]];
}
