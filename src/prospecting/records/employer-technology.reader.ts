import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { EmployerTechnologies, UsedTechnology } from '../assessment/candidate.js';
import { rowsUnless } from '../../platform/database/interruptible-read.js';

/** Reads what companies on record are known to use. */
@Injectable()
export class EmployerTechnologyReader {
  constructor(private readonly database: Database) {}

  /** By company id; a company without any has no entry. */
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
