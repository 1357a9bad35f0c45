import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { rowsUnless } from '../../platform/database/interruptible-read.js';
import type { Candidate, Employee, Position, Study } from '../assessment/facts/candidate.js';

/**
 * SQL for two columns: the education and the experience of the person `p`, each as one JSON array. If each position were a row,
 * parsing the rows would take most of the time of a run.
 */
export const historyColumns = `
  (select json_agg(json_build_array(e.school, e.start_year, e.end_year) order by e.id)
     from person_education e where e.person_id = p.id),
  (select json_agg(json_build_array(x.title, x.company_id::text,
                                    coalesce(x.company_name, (select c.name from company c where c.id = x.company_id)),
                                    x.company_network_url, x.start_date, x.end_date) order by x.id)
     from person_experience x where x.person_id = p.id)`;

export type EducationJson =
  | readonly (readonly [school: string, startYear: number | null, endYear: number | null])[]
  | null;

export type ExperienceJson =
  | readonly (readonly [
      title: string | null,
      companyId: string | null,
      companyName: string | null,
      companyNetworkUrl: string | null,
      start: string | null,
      end: string | null,
    ])[]
  | null;

export function educationOf(json: EducationJson): Study[] {
  return (json ?? []).map(([school, startYear, endYear]) => ({ school, startYear, endYear }));
}

export function experienceOf(json: ExperienceJson): Position[] {
  return (json ?? []).map(([title, companyId, companyName, companyNetworkUrl, start, end]) => ({
    title,
    companyId,
    companyName,
    companyNetworkUrl,
    start,
    end,
  }));
}

/**
 * The number of employees in a page. It is large enough that the round trips to the database hardly matter, and small enough that a
 * page takes only some milliseconds.
 */
const employeesAtOnce = 500;

const beforeAll = '0';

type EmployeeRow = [
  id: string,
  networkUrl: string,
  title: string | null,
  country: string | null,
  personas: readonly string[] | null,
  seniority: string | null,
  skills: readonly string[] | null,
  firstStart: string | null,
  latestStart: string | null,
];

type CareerRow = [
  id: string,
  fullName: string | null,
  firstName: string | null,
  lastName: string | null,
  locality: string | null,
  region: string | null,
  education: EducationJson,
  experience: ExperienceJson,
];

@Injectable()
export class EmployeeReader {
  constructor(private readonly database: Database) {}

  /**
   * Yields all current employees of a company who have a profile page, sorted by id. They come in pages, so that a large employer
   * does not fill the memory. Their careers are not included; {@link EmployeeReader.candidatesAmong} reads these.
   * @param today `YYYY-MM-DD`
   */
  async *employeesOf(companyId: string, today: string, signal: AbortSignal): AsyncGenerator<readonly Employee[]> {
    for (let after = beforeAll; ;) {
      const rows = await rowsUnless<EmployeeRow>(signal, this.database.work, {
        name: 'prospecting-employees',
        text: `select p.id, p.network_url, p.job_title, p.country, p.personas, p.seniority,
                      (select json_agg(s.name order by s.name) from person_skill s where s.person_id = p.id),
                      x.first_start, x.latest_start
                 from person p cross join lateral (
                   select min(start_date) as first_start, max(start_date) as latest_start
                     from person_experience where person_id = p.id and start_date <= $3) x
                where p.company_id = $1 and p.id > $2 and p.network_url is not null order by p.id limit ${employeesAtOnce}`,
        values: [companyId, after, today],
        rowMode: 'array',
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(employeeOf);
      if (rows.length < employeesAtOnce) return;
      [after] = last;
    }
  }

  /** Returns the employees with their careers, in any order. Persons who were deleted in the meantime are missing. */
  async candidatesAmong(employees: readonly Employee[], signal: AbortSignal): Promise<Candidate[]> {
    const byId = new Map(employees.map((employee) => [employee.id, employee]));
    const rows = await rowsUnless<CareerRow>(signal, this.database.work, {
      name: 'prospecting-careers',
      text: `select p.id, p.full_name, p.first_name, p.last_name, p.location_locality, p.region, ${historyColumns}
               from person p where p.id = any($1::bigint[])`,
      values: [[...byId.keys()]],
      rowMode: 'array',
    });
    return rows.flatMap((row) => {
      const employee = byId.get(row[0]);
      return employee === undefined ? [] : [candidateOf(employee, row)];
    });
  }
}

function employeeOf(row: EmployeeRow): Employee {
  const [id, networkUrl, title, country, personas, seniority, skills, firstStart, latestStart] = row;
  return {
    id,
    networkUrl,
    title,
    place: { country },
    personas: personas ?? [],
    seniority,
    skills: skills ?? [],
    firstStart,
    latestStart,
  };
}

function candidateOf(employee: Employee, row: CareerRow): Candidate {
  const { id, networkUrl, title, personas, seniority, skills, place } = employee;
  const [, fullName, firstName, lastName, locality, region, education, experience] = row;
  return {
    id,
    networkUrl,
    fullName,
    firstName,
    lastName,
    title,
    place: { locality, region, country: place.country },
    personas,
    seniority,
    skills,
    education: educationOf(education),
    experience: experienceOf(experience),
  };
}
