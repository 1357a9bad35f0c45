// SQL for statements that insert many follows at once, and leave out deleted records and tenants that stopped following meanwhile.
import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import { type Notes, WriteBehind } from '../platform/async/write-behind.js';
import { Database } from '../platform/database/database.js';

type Kind = 'company' | 'person';

const kinds: readonly Kind[] = ['company', 'person'];

/** Makes a tenant follow the companies and persons whose data it received, if `admin follow TENANT --all-enriched` was run for it. */
@Injectable()
export class EnrichedFollowLog extends WriteBehind {
  constructor(private readonly database: Database) {
    super('follows of enriched records');
  }

  /**
   * Notes the records whose data an answer contains, if the tenant follows enriched records.
   * @param ids values of `company.id` or `person.id`
   */
  note(
    { tenantId, followsEnriched }: Pick<Caller, 'tenantId' | 'followsEnriched'>,
    kind: Kind,
    ids: Iterable<string>,
  ): void {
    if (followsEnriched) this.add(`${kind} ${tenantId}`, ids);
  }

  protected override async write(notes: Notes): Promise<void> {
    const rows = [...notes].flatMap(([key, ids]) => [...ids].map((id) => [...key.split(' '), id] as const));
    for (const kind of kinds) {
      const ofKind = rows.filter(([each]) => each === kind);
      if (ofKind.length === 0) continue;
      await this.database.pool.query(
        `insert into ${kind}_follow (${kind}_id, tenant_id, by_enrichment)
         select r.id, t.id, true from unnest($1::bigint[], $2::text[]) as u(id, tenant_id)
           join ${kind} r on r.id = u.id join tenant t on t.id = u.tenant_id and t.follows_enriched
          order by r.id, t.id
         on conflict do nothing`,
        [ofKind.map(([, , id]) => id), ofKind.map(([, tenant]) => tenant)],
      );
    }
  }
}
