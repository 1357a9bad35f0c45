// SQL for finding records by the keys that operators name, with the keys from before merges.
import { Inject, Injectable } from '@nestjs/common';
import { companyKeysIn, personKeyIn } from '../../matching/record-identifier.js';
import { type Config, configToken } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { CommandError } from '../../platform/errors/command-error.js';
import type { ChangedKind } from '../history/history-tables.js';

const byCompanyKey = `
  select coalesce((select company_id from company_domain where $1 = 'domain' and domain = $2),
                  (select id from company where $1 = 'network_url' and network_url = $2),
                  (select id from company where $1 = 'network_id' and network_id = $2),
                  (select company_id from company_former_key where kind = $1 and key = $2)) as id`;

const byPersonKey = `
  select id from person where $1 = 'network_url' and network_url = $2
  union
  select person_id from person_email where $1 = 'address' and address = $2
  union
  select person_id from person_former_key
   where kind = $1 and key = $2 and not exists (select from person where $1 = 'network_url' and network_url = $2)
   order by id`;

/** Finds the records that operators name. */
@Injectable()
export class RecordNames {
  constructor(
    private readonly database: Database,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * The `company.id` of the company with a key; empty if there is none.
   * @param text a website or another domain, a profile page or a numeric id
   * @throws CommandError when the text is none of these
   */
  async companies(text: string): Promise<string[]> {
    const keys = companyKeysIn(text, this.config.networkHosts);
    if (keys.length === 0)
      throw new CommandError('A company must be identified by website, profile page or numeric id');
    for (const { kind, value } of keys) {
      const ids = await this.ids(byCompanyKey, [kind, value]);
      if (ids.length > 0) return ids;
    }
    return [];
  }

  /**
   * The `person.id` of each person with a key.
   * @param text a profile page or an e-mail address
   * @throws CommandError when the text is neither
   */
  async persons(text: string): Promise<string[]> {
    const key = personKeyIn(text, this.config.networkHosts);
    if (key === null) throw new CommandError('A person must be identified by profile page or e-mail address');
    return this.ids(byPersonKey, [key.kind, key.value]);
  }

  /**
   * The ids of two records. Each text is what {@link companies} or {@link persons} take, or `id:` and the number of a record in the list of
   * duplicates.
   * @throws CommandError when one of them is not stored, or both are the same
   */
  async pair(kind: ChangedKind, [one, other]: readonly [string, string]): Promise<[one: string, other: string]> {
    const ids: [string, string] = [await this.single(kind, one), await this.single(kind, other)];
    if (ids[0] === ids[1]) throw new CommandError(`Both name the same ${kind}`);
    return ids;
  }

  private async single(kind: ChangedKind, text: string): Promise<string> {
    const [, number] = /^id:(\d{1,18})$/.exec(text) ?? [];
    const found = number === undefined ? await this.named(kind, text) : await this.byId(kind, number);
    const [id, ...others] = found;
    // The message does not repeat the page or address of a person, because messages may be logged.
    const what = kind === 'company' ? `company ${JSON.stringify(text)}` : 'person with this profile page or address';
    if (id === undefined) throw new CommandError(`There is no ${what}`);
    if (others.length > 0)
      throw new CommandError(
        `${found.length} persons have this address; name one by profile page, or as person duplicates does: ${found.map((one) => `id:${one}`).join(', ')}`,
      );
    return id;
  }

  /** The ids of the records with a key: see {@link companies} and {@link persons}. */
  named(kind: ChangedKind, text: string): Promise<string[]> {
    return kind === 'company' ? this.companies(text) : this.persons(text);
  }

  byId(kind: ChangedKind, id: string): Promise<string[]> {
    return this.ids(`select id from ${kind} where id = $1`, [id]);
  }

  private async ids(text: string, values: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string | null }>(text, [...values]);
    return rows.flatMap(({ id }) => id ?? []);
  }
}
