import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { ListPosition } from '../../platform/http/list-cursor.js';
import { reservationWindowMs } from '../credits/credit-entry.repository.js';
import type { CreditFeature } from '../credits/credit-amounts.js';

/** The states of a request; the description of the field `status` in the OpenAPI document explains them. */
export const requestStatuses = ['pending', 'charged', 'free', 'failed', 'expired'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Which requests to list. A member that is null does not restrict the list. */
export interface RequestFilter {
  /** The first and the last day on which a listed request may have begun, in UTC as `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly to: string | null;
  readonly endpoint: string | null;
  readonly keyId: string | null;
  readonly status: RequestStatus | null;
}

/** A request that reserved credits. */
export interface ListedRequest extends ListPosition {
  readonly requestId: string;
  readonly keyId: string | null;
  readonly endpoint: string | null;
  readonly status: RequestStatus;
  /** The number of identifiers in the request. This and `matched` are null for a run, and for an enrichment that was not answered. */
  readonly identifiers: number | null;
  readonly matched: number | null;
  /** The time when the request was charged or its credits were released; null while its credits are reserved. */
  readonly endedAt: Date | null;
  readonly credits: { feature: CreditFeature; reserved: number; charged: number; released: number }[];
  /** The run that the request has started; null for an enrichment, and for a run that is no longer stored. */
  readonly run: { job_id: number; company_network_url: string } | null;
}

interface RequestScan {
  readonly requests: readonly ListedRequest[];
  /** The position in the ledger from which the next page has to go on; null if this page has reached the end of the ledger. */
  readonly stoppedAt: ListPosition | null;
}

/**
 * The maximum number of ledger entries that are read for one page. A list with a filter may read more entries, because few of them
 * may pass the filter.
 */
const maxScanned = { all: 1_000, filtered: 10_000 };

type Row = Omit<ListedRequest, 'id'> & {
  /** The id of the request. If the page is empty, the statement returns a single row, in which this is null. */
  readonly id: string | null;
  readonly scanned: number;
  readonly lastId: string;
  readonly lastTime: Date;
};

/** Lists a tenant's requests from its ledger: the newest reservations, each with the entries that charged or released it. */
@Injectable()
export class RequestListReader {
  constructor(private readonly database: Database) {}

  /**
   * Lists the requests before a position in the ledger, the newest first. It reads a limited part of the ledger, so it may return
   * fewer than `limit` requests although there are more. In that case `stoppedAt` is the position from which to go on.
   * @param after the position of the last request on the page before, or the `stoppedAt` of that page; null for the first page
   */
  async page(
    tenantId: string,
    { from, to, endpoint, keyId, status }: RequestFilter,
    limit: number,
    after: ListPosition | null,
  ): Promise<RequestScan> {
    const hasFilter = endpoint !== null || keyId !== null || status !== null;
    const maxEntries = hasFilter ? maxScanned.filtered : maxScanned.all;
    const { rows } = await this.database.pool.query<Row>({
      name: 'usage-requests',
      // The first condition on the time only repeats the second one in a form that limits the scan of the index. A request with two
      // features has two reservations; only the one of the first feature is listed. A run is stored
      // shortly before its reservation, so its search goes back from this time and ends at the first run that fits.
      text: `with scanned as materialized (
               select id, created_at, kind, hold_id, feature, request_id, key_id, endpoint from credit_entry
                where tenant_id = $1 and created_at <= coalesce($2, 'infinity'::timestamptz)
                  and (created_at, id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3::int8, 0))
                  and created_at >= coalesce($9::date::timestamp at time zone 'UTC', '-infinity'::timestamptz)
                  and created_at < coalesce(($10::date + 1)::timestamp at time zone 'UTC', 'infinity'::timestamptz)
                order by created_at desc, id desc limit $4
             ), request as (
               select * from scanned s
                where kind = 'reserve' and ($5::text is null or endpoint = $5) and ($6::text is null or key_id = $6)
                  and not exists (select from credit_entry o
                                   where o.hold_id = s.hold_id and o.feature < s.feature and o.kind = 'reserve')
             ), listed as (
               select request.*, outcome.* from request cross join lateral (
                 select case when bool_or(e.kind = 'post') then 'charged' when bool_or(e.kind = 'expire') then 'expired'
                             when not bool_or(e.kind = 'void') then 'pending'
                             when bool_or(e.identifiers is not null) then 'free' else 'failed' end as status,
                        max(e.identifiers) as identifiers, max(e.matched) as matched,
                        max(e.created_at) filter (where e.kind <> 'reserve') as ended_at
                   from credit_entry e where e.hold_id = request.hold_id
               ) outcome
                where $7::text is null or status = $7 order by created_at desc, id desc limit $8
             ), scan as (
               select count(*)::int as scanned, min(array[extract(epoch from created_at), id]) as last from scanned
             )
             select listed.id, listed.created_at as time, request_id as "requestId", key_id as "keyId", endpoint, status,
                    identifiers, matched, ended_at as "endedAt", scanned, last[2]::int8 as "lastId",
                    to_timestamp(last[1]) as "lastTime", (
                      select json_agg(json_build_object('feature', feature, 'reserved', reserved, 'charged', charged,
                                                        'released', released) order by feature)
                        from (select e.feature, sum(e.pending_delta) filter (where e.kind = 'reserve') as reserved,
                                     sum(e.posted_delta) as charged,
                                     coalesce(-sum(e.pending_delta + e.posted_delta) filter (where e.kind <> 'reserve'), 0)
                                       as released
                                from credit_entry e where e.hold_id = listed.hold_id group by e.feature) as by_feature
                    ) as credits, case when listed.feature = 'prospecting' then (
                      select json_build_object('job_id', id, 'company_network_url', company_network_url)
                        from prospecting_job where tenant_id = $1 and hold_id = listed.hold_id
                         and run_start_time between listed.created_at - $11::interval and listed.created_at + interval '1 second'
                       order by run_start_time desc limit 1
                    ) end as run
               from scan left join listed on true order by listed.created_at desc, listed.id desc`,
      values: [
        ...[tenantId, after?.time ?? null, after?.id ?? null, maxEntries, endpoint, keyId, status, limit, from, to],
        `${reservationWindowMs} ms`,
      ],
    });
    const requests = rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: BigInt(row.id) }]));
    const [first] = rows;
    const stoppedAt = first?.scanned === maxEntries ? { time: first.lastTime, id: BigInt(first.lastId) } : null;
    return { requests, stoppedAt };
  }
}

/** A request in the form in which the API and the commands show it. */
export function describeRequest({ requestId, endpoint, keyId, time, endedAt, ...request }: ListedRequest) {
  const { status, identifiers, matched, credits, run } = request;
  return {
    ...{ request_id: requestId, endpoint, key_id: keyId, status, identifiers, matched, credits },
    ...{ started_at: time.toISOString(), ended_at: endedAt?.toISOString() ?? null },
    ...(run === null ? {} : { run }),
  };
}
