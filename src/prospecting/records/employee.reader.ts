import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Candidate } from '../assessment/candidate.js';
import {
  educationOf,
  experienceOf,
  historyColumns,
  type EducationJson,
  type ExperienceJson,
} from './history-columns.js';
import { rowsUnless } from '../../platform/database/interruptible-read.js';

/** Large enough that the way to the database hardly counts, small enough that a page takes some milliseconds. */
const employeesAtOnce = 200;

const beforeAll = '0';

type EmployeeRow = [
  id: string,
  networkUrl: string,
  fullName: string | null,
  firstName: string | null,
  lastName: string | null,
  title: string | null,
  locality: string | null,
  region: string | null,
  country: string | null,
  personas: readonly string[] | null,
  seniority: string | null,
  skills: readonly string[] | null,
  education: EducationJson,
  experience: ExperienceJson,
];

/** Reads whom a company employs now. */
@Injectable()
export class EmployeeReader {
  constructor(private readonly database: Database) {}

  /** All current employees in the order of their ids, page by page, so that the largest employer does not fill the memory. */
  async *employeesOf(companyId: string, signal: AbortSignal): AsyncGenerator<readonly Candidate[]> {
    for (let after = beforeAll; ;) {
      const rows = await rowsUnless<EmployeeRow>(signal, this.database.work, {
        name: 'prospecting-employees',
        text: `select p.id, p.network_url, p.full_name, p.first_name, p.last_name, p.job_title,
                      p.location_locality, p.region, p.country, array_to_json(p.personas), p.seniority,
                      (select json_agg(s.name order by s.name) from person_skill s where s.person_id = p.id),
                      ${historyColumns}
                 from person p where p.company_id = $1 and p.id > $2 order by p.id limit ${employeesAtOnce}`,
        values: [companyId, after],
        rowMode: 'array',
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(candidateOf);
      if (rows.length < employeesAtOnce) return;
      [after] = last;
    }
  }
}

function candidateOf(row: EmployeeRow): Candidate {
  const [id, networkUrl, fullName, firstName, lastName, title, locality, region, country, ...about] = row;
  const [personas, seniority, skills, education, experience] = about;
  return {
    id,
    networkUrl,
    fullName,
    firstName,
    lastName,
    title,
    place: { locality, region, country },
    personas: personas ?? [],
    seniority,
    skills: skills ?? [],
    education: educationOf(education),
    experience: experienceOf(experience),
  };
}
