// SQL for the columns of the catalogue, some of which are expressions.
import { Injectable } from '@nestjs/common';
import { personCatalogue } from '../../catalogue/person-catalogue.js';
import { Database } from '../../platform/database/database.js';

/** Everything that is stored of a person, by the names of catalogue and import. */
export type StoredPerson = Readonly<Record<string, unknown>>;

const profile = [...personCatalogue.values()].map(({ name, expression }) => `${expression} as ${name}`).join(', ');

const selectPersons = `
  select ${profile}, p.company_name, p.company_id is not null as is_employer_on_record, p.personas, p.seniority,
         (select coalesce(json_agg(json_build_object('address', address, 'type', type) order by place, address), '[]')
            from person_email where person_id = p.id) as emails,
         array(select number from person_phone where person_id = p.id order by place, number) as phones,
         array(select name from person_skill where person_id = p.id order by name) as skills,
         (select coalesce(json_agg(json_build_object('school', school, 'start_year', start_year, 'end_year', end_year)
                 order by id), '[]') from person_education where person_id = p.id) as education,
         (select coalesce(json_agg(json_build_object('title', title, 'company_name', company_name,
                 'company_website', company_website, 'company_network_url', company_network_url,
                 'start_date', start_date, 'end_date', end_date) order by id), '[]')
            from person_experience where person_id = p.id) as experience
    from person p left join company c on c.id = p.company_id`;

/** Persons as operators look at them. */
@Injectable()
export class StoredPersonSql {
  constructor(private readonly database: Database) {}

  /** @param networkUrl canonical */
  async byNetworkUrl(networkUrl: string): Promise<StoredPerson[]> {
    return this.select('p.network_url = $1', networkUrl);
  }

  /** All who are stored with the address, in the order of their pages. @param address as it is stored */
  async byEmail(address: string): Promise<StoredPerson[]> {
    return this.select('p.id in (select person_id from person_email where address = $1)', address);
  }

  private async select(condition: string, value: string): Promise<StoredPerson[]> {
    const sql = `${selectPersons} where ${condition} order by p.network_url`;
    return (await this.database.pool.query<StoredPerson>(sql, [value])).rows;
  }
}
