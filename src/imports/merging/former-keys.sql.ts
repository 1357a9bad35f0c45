// SQL for the keys of records that were merged into others, looked up for a whole batch.
import type { ImportSession } from './import-session.sql.js';

/** The record into which the record of a former key was merged, with its own identifiers. */
export interface FormerOwner {
  readonly id: string;
  readonly networkId: string | null;
  readonly networkUrl: string | null;
  /** Of a company; null for a person. */
  readonly website: string | null;
}

/** The owners of former keys, by the key as {@link formerKey} writes it. */
export type FormerOwners = ReadonlyMap<string, FormerOwner>;

type Key = readonly [kind: 'network_id' | 'network_url' | 'domain', value: string];

/** A key that another record has itself is no former key. */
const findOwners = {
  company: `
    select f.kind, f.key, c.id, c.network_id, c.network_url, c.website
      from unnest($1::text[], $2::text[]) as k (kind, key) join company_former_key f on f.kind = k.kind and f.key = k.key
      join company c on c.id = f.company_id
     where not exists (select from company o where f.kind = 'network_id' and o.network_id = f.key and o.id <> c.id)
       and not exists (select from company o where f.kind = 'network_url' and o.network_url = f.key and o.id <> c.id)
       and not exists (select from company_domain o where f.kind = 'domain' and o.domain = f.key and o.company_id <> c.id)`,
  person: `
    select f.kind, f.key, p.id, p.network_id, p.network_url, null
      from unnest($1::text[], $2::text[]) as k (kind, key) join person_former_key f on f.kind = k.kind and f.key = k.key
      join person p on p.id = f.person_id
     where not exists (select from person o where f.kind = 'network_id' and o.network_id = f.key and o.id <> p.id)
       and not exists (select from person o where f.kind = 'network_url' and o.network_url = f.key and o.id <> p.id)`,
} as const;

type OwnerRow = [
  kind: Key[0],
  key: string,
  id: string,
  networkId: string | null,
  networkUrl: string | null,
  website: string | null,
];

/** A former key as the members of {@link FormerOwners} are named. */
export function formerKey(kind: Key[0], value: string): string {
  return `${kind} ${value}`;
}

/**
 * Finds the owners of the former keys among the given keys. Most installations have none, and then the keys are not looked up.
 * @param keysOf makes the keys; it is called only if there are former keys at all
 */
export async function formerOwners(
  session: ImportSession,
  kind: 'company' | 'person',
  keysOf: () => readonly Key[],
): Promise<FormerOwners> {
  const [[exists] = []] = await session.rows(`select exists (select from ${kind}_former_key)`);
  if (exists !== true) return new Map();
  const keys = keysOf();
  const found = (await session.rows(findOwners[kind], [
    keys.map(([of]) => of),
    keys.map(([, value]) => value),
  ])) as OwnerRow[];
  return new Map(
    found.map(([of, key, id, networkId, networkUrl, website]) => [
      formerKey(of, key),
      { id, networkId, networkUrl, website },
    ]),
  );
}
