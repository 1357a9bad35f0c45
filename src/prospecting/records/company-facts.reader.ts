import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { CompanyFacts, MonthlyHeadcount, UsedTechnology } from '../assessment/facts/candidate.js';
import type { CompanyPage } from './company-page.js';
import { rowsUnless } from '../../platform/database/interruptible-read.js';

type FactsRow = [
  id: string,
  name: string | null,
  networkUrl: string | null,
  website: string | null,
  industry: string | null,
  locality: string | null,
  region: string | null,
  country: string | null,
  technologies: readonly (readonly [name: string, firstSeen: string | null])[] | null,
  headcounts: readonly (readonly [month: string, total: number, tech: number | null])[] | null,
];

/**
 * The maximum number of monthly headcounts that are read, the newest first. It limits the memory; no feature needs older
 * headcounts.
 */
const maxMonths = 120;
const maxTechnologies = 2_000;

/** Reads the company at which a run looks for prospects. All tenants share the records of companies. */
@Injectable()
export class CompanyFactsReader {
  constructor(private readonly database: Database) {}

  /**
   * Finds the company with this profile page, and returns the id of its row. Some pages name a company by its number, such as
   * `network.com/company/4711`. A company with this address is preferred to a company that only has this number, and both are preferred to
   * a company into which a company with this page was merged.
   * @returns null when no company has this page
   */
  async idOf({ canonical, numericId }: CompanyPage, signal: AbortSignal): Promise<string | null> {
    const rows = await rowsUnless<[string | null]>(signal, this.database.work, {
      name: 'prospecting-company-id',
      text: `select coalesce((select id from company where network_url = $1), (select id from company where network_id = $2),
                             (select company_id from company_former_key where kind = 'network_url' and key = $1),
                             (select company_id from company_former_key where kind = 'network_id' and key = $2))`,
      values: [canonical, numericId],
      rowMode: 'array',
    });
    return rows[0]?.[0] ?? null;
  }

  /**
   * The facts about a company; null when the company was deleted after its id was read.
   * @param page the page by which the company was found; its address is used if the record states none
   */
  async byId(id: string, page: CompanyPage, signal: AbortSignal): Promise<CompanyFacts | null> {
    const rows = await rowsUnless<FactsRow>(signal, this.database.work, {
      name: 'prospecting-company-facts',
      text: `select c.id, c.name, c.network_url, c.website, c.industry,
                    c.location_locality, c.location_region, c.location_country,
                    (select json_agg(json_build_array(t.name, t.first_seen) order by t.name)
                       from (select name, first_seen from company_technology where company_id = c.id
                              order by name limit ${maxTechnologies}) t),
                    (select json_agg(json_build_array(h.month, h.total, h.tech) order by h.month)
                       from (select month, total, tech from company_headcount where company_id = c.id
                              order by month desc limit ${maxMonths}) h)
               from company c where c.id = $1`,
      values: [id],
      rowMode: 'array',
    });
    const [row] = rows;
    return row === undefined ? null : factsOf(row, page);
  }
}

function factsOf(row: FactsRow, page: CompanyPage): CompanyFacts {
  const [id, name, networkUrl, website, industry, locality, region, country, technologies, headcounts] = row;
  return {
    id,
    name,
    networkUrl: networkUrl ?? page.canonical,
    website,
    industry,
    place: { locality, region, country },
    technologies: (technologies ?? []).map(([technology, firstSeen]): UsedTechnology => ({
      name: technology,
      firstSeen,
    })),
    headcounts: (headcounts ?? []).map(([month, total, tech]): MonthlyHeadcount => ({ month, total, tech })),
  };
}
