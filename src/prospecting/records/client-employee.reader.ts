import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { rowsUnless } from '../../platform/database/interruptible-read.js';
import type { ClientEmployee, EmployerTechnologies, UsedTechnology } from '../assessment/facts/candidate.js';
import {
  type EducationJson,
  educationOf,
  type ExperienceJson,
  experienceOf,
  historyColumns,
} from './employee.reader.js';

/** The maximum number of employees of the client that are read. All of them stay in memory for the whole run. */
const maxClientEmployees = 5_000;
const employeesAtOnce = 500;

type ClientEmployeeRow = [
  id: string,
  networkUrl: string,
  fullName: string | null,
  title: string | null,
  seniority: string | null,
  locality: string | null,
  region: string | null,
  country: string | null,
  education: EducationJson,
  experience: ExperienceJson,
];

/** Reads the employees of the client, who may be able to introduce a prospect. */
@Injectable()
export class ClientEmployeeReader {
  constructor(private readonly database: Database) {}

  /**
   * The current employees of a company who have a profile page, in any order. If there are more than 5,000, only the 5,000 most senior
   * ones are returned.
   */
  async employeesOf(companyId: string, signal: AbortSignal): Promise<ClientEmployee[]> {
    const ids = await this.idsOf(companyId, signal);
    const found: ClientEmployee[] = [];
    // The rows are read in pages, because parsing all of them at once would block the event loop.
    for (let start = 0; start < ids.length; start += employeesAtOnce) {
      found.push(...(await this.byIds(ids.slice(start, start + employeesAtOnce), signal)));
    }
    return found;
  }

  private async idsOf(companyId: string, signal: AbortSignal): Promise<string[]> {
    const rows = await rowsUnless<[string]>(signal, this.database.work, {
      name: 'prospecting-client-employee-ids',
      text: `select id from person where company_id = $1 and network_url is not null
              order by array_position(array['seniority_executive', 'seniority_director', 'seniority_teamlead'],
                                      seniority) nulls last, id
              limit ${maxClientEmployees}`,
      values: [companyId],
      rowMode: 'array',
    });
    return rows.map(([id]) => id);
  }

  private async byIds(ids: readonly string[], signal: AbortSignal): Promise<ClientEmployee[]> {
    const rows = await rowsUnless<ClientEmployeeRow>(signal, this.database.work, {
      name: 'prospecting-client-employees',
      text: `select p.id, p.network_url, p.full_name, p.job_title, p.seniority,
                    p.location_locality, p.region, p.country, ${historyColumns}
               from person p where p.id = any($1::bigint[])`,
      values: [ids],
      rowMode: 'array',
    });
    return rows.map(clientEmployeeOf);
  }
}

function clientEmployeeOf(row: ClientEmployeeRow): ClientEmployee {
  const [id, networkUrl, fullName, title, seniority, locality, region, country, education, experience] = row;
  return {
    id,
    networkUrl,
    fullName,
    title,
    seniority,
    place: { locality, region, country },
    education: educationOf(education),
    experience: experienceOf(experience),
  };
}

@Injectable()
export class EmployerTechnologyReader {
  constructor(private readonly database: Database) {}

  /** The technologies of companies, by company id. A company without technologies on record has no entry. */
  async technologiesOf(companyIds: readonly string[], signal: AbortSignal): Promise<EmployerTechnologies> {
    if (companyIds.length === 0) return new Map();
    const rows = await rowsUnless<[string, string, string | null]>(signal, this.database.work, {
      name: 'prospecting-employer-technologies',
      text: `select company_id, name, first_seen from company_technology
              where company_id = any($1::bigint[]) order by company_id, name`,
      values: [companyIds],
      rowMode: 'array',
    });
    const found = new Map<string, UsedTechnology[]>();
    for (const [companyId, name, firstSeen] of rows) {
      const used = found.get(companyId) ?? [];
      used.push({ name, firstSeen });
      found.set(companyId, used);
    }
    return found;
  }
}
