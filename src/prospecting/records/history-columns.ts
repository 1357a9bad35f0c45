import type { Position, Study } from '../assessment/candidate.js';

/**
 * The education and the experience of the person `p`, each as one JSON value: a driver that builds a row object for each
 * line of a working life would take most of a run's time.
 */
export const historyColumns = `
  (select json_agg(json_build_array(e.school, e.start_year, e.end_year) order by e.id)
     from person_education e where e.person_id = p.id),
  (select json_agg(json_build_array(x.title, x.company_id::text,
                                    coalesce(x.company_name, (select c.name from company c where c.id = x.company_id)),
                                    x.company_network_url, x.start_date, x.end_date) order by x.id)
     from person_experience x where x.person_id = p.id)`;

export type EducationJson =
  readonly (readonly [school: string, startYear: number | null, endYear: number | null])[] | null;

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
