// SQL for reading in the session of an import, with arrays of keys.
import { type EmployerCompany, employerKeys, type KnownEmployers } from './employer-match.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import type { Employer } from './person-employment.js';

const findCompanies = `
  with found as (
    select 'id' as kind, network_id as key, id as company_id
    from unnest($1::text[]) as key join company on network_id = key
    union all
    select 'url', network_url, id from unnest($2::text[]) as key join company on network_url = key
    union all
    select 'host', domain, company_id from unnest($3::text[]) as key join company_domain on domain = key
    union all
    select 'name', key, min(id) from (
      select key, c.id from unnest($4::text[]) as key join company c on c.name_key = key
      union
      select key, f.company_id from unnest($4::text[]) as key join company_former_name f on f.name_key = key
      union
      select key, a.company_id from unnest($4::text[]) as key join company_alias a on a.name_key = key
    ) named group by key having count(*) = 1
  )
  select kind, key, c.id, c.industry,
    array_remove(array[c.name] || array(select f.name from company_former_name f where f.company_id = c.id)
      || array(select a.name from company_alias a where a.company_id = c.id), null)
  from found join company c on c.id = found.company_id`;

type Row = [kind: 'id' | 'url' | 'host' | 'name', key: string, id: string, industry: string | null, names: string[]];

/** The companies on record that may be the employers. */
export async function lookUpEmployers(session: ImportSession, employers: readonly Employer[]): Promise<KnownEmployers> {
  const keys = employerKeys(employers);
  const known = {
    id: new Map<string, EmployerCompany>(),
    url: new Map<string, EmployerCompany>(),
    host: new Map<string, EmployerCompany>(),
    name: new Map<string, EmployerCompany>(),
  };
  const rows = await session.rows(findCompanies, [keys.networkIds, keys.networkUrls, keys.hosts, keys.nameKeys]);
  for (const [kind, key, id, industry, names] of rows as Row[]) known[kind].set(key, { id, industry, names });
  return { byNetworkId: known.id, byNetworkUrl: known.url, byHost: known.host, byNameKey: known.name };
}
