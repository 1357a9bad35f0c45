import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { cursorOf, pageOf, positionOf } from '../../platform/http/list-cursor.js';
import { acceptableRequestId } from '../../platform/http/http-headers.js';
import { charged, outcomesOf } from '../credits/charge-explanation.js';
import { isLow, lowMark } from '../credits/credit-amounts.js';
import { type CreditEntry, CreditEntryRepository } from '../credits/credit-entry.repository.js';
import { CreditGrantService } from '../credits/credit-grant.service.js';
import type { ListRequestsRequest, RequestListResponse } from './request-list.dto.js';
import { ReportQueue } from './report-queue.js';
import { describeRequest, RequestListReader } from './request-list.reader.js';
import type { CreditsResponse } from './credit.dto.js';
import { dayAt, usagePeriod } from './usage-period.js';
import { UsageReader } from './usage.reader.js';
import { movements, type RequestUsageResponse, type UsageRequest, type UsageResponse } from './usage.dto.js';

/**
 * The maximum number of ledger entries in one answer. There can be more, because a client may send any number of requests with the
 * same request id.
 */
const maxEntries = 1_000;
/**
 * The maximum number of identifiers whose charges are explained in one answer. It is only exceeded if the newest entry alone has
 * more identifiers.
 */
const maxIdentifiers = 10_000;

/** Reports a tenant's credit accounts, its usage and its requests. */
@Injectable()
export class UsageService {
  private readonly reports = new ReportQueue();

  constructor(
    private readonly usage: UsageReader,
    private readonly requests: RequestListReader,
    private readonly entries: CreditEntryRepository,
    private readonly grants: CreditGrantService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  async credits({ tenantId }: Pick<Caller, 'tenantId'>): Promise<CreditsResponse> {
    const accounts = await this.grants.accounts(tenantId);
    return {
      credits: accounts.map(({ feature, granted, posted, pending, isUnlimited }) => {
        const isLimited = this.config.credits === 'on' && !isUnlimited;
        const available = isLimited ? granted - posted - pending : null;
        const low = isLow({ remaining: available ?? 'unlimited', granted });
        const amounts = { granted, consumed: posted, used: posted, reserved: pending, available };
        return { feature, ...amounts, low_mark: lowMark({ granted }), low };
      }),
    };
  }

  /**
   * The usage of the caller's tenant by day and feature, and also by group if the request asks for groups.
   * @throws DomainError SERVICE_BUSY when other reports of the tenant took too long
   */
  async byDay(request: UsageRequest, { tenantId }: Caller): Promise<UsageResponse> {
    const period = usagePeriod(request, dayAt(Date.now()));
    return this.reports.run(tenantId, async () => {
      const [usage, groups] = await Promise.all([
        this.usage.byDay(tenantId, period),
        request.group_by === undefined ? null : this.usage.byGroup(tenantId, period, request.group_by),
      ]);
      return { ...period, usage, ...(groups === null ? {} : { groups }) };
    });
  }

  /**
   * A page of the requests of the caller's tenant, the newest first. With a filter, a page may be short or empty although more
   * pages follow.
   * @throws DomainError SERVICE_BUSY when other reports of the tenant took too long
   */
  async list(request: ListRequestsRequest, { tenantId }: Caller): Promise<RequestListResponse> {
    const {
      from = null,
      to = null,
      endpoint = null,
      key_id: keyId = null,
      status = null,
      limit,
      cursor = '',
    } = request;
    const filter = { from, to, endpoint, keyId, status };
    const { requests, stoppedAt } = await this.reports.run(tenantId, () =>
      this.requests.page(tenantId, filter, limit + 1, positionOf(cursor)),
    );
    const { items, nextCursor } = pageOf(requests, limit, (item) => item);
    const next = nextCursor ?? (stoppedAt === null ? null : cursorOf(stoppedAt));
    return { requests: items.map(describeRequest), next_cursor: next };
  }

  /**
   * Returns the ledger entries of the requests with this id.
   * @throws DomainError REQUEST_NOT_FOUND when the caller's tenant has no ledger entries with this request id
   */
  async ofRequest(requestId: string, { tenantId }: Caller): Promise<RequestUsageResponse> {
    // A text that cannot be a request id is not sent to the database, because the database rejects some texts, such as those with a
    // NUL.
    const isPossible = acceptableRequestId.test(requestId);
    const entries = isPossible ? await this.entries.newestOfRequest(tenantId, requestId, maxEntries) : [];
    if (entries.length === 0) throw new DomainError('REQUEST_NOT_FOUND');
    const explained = newestExplained(entries, maxIdentifiers);
    return { request_id: requestId, entries: entries.flatMap((entry) => movementOf(entry, explained.get(entry))) };
  }
}

/**
 * For each ledger entry, the outcomes of its identifiers: which were charged, and why the others were not. Only the newest entries
 * get outcomes, until together they have `limit` of them; the older entries are not in the map.
 * @param limit the maximum number of outcomes; the newest entry gets all of its outcomes, even if it has more
 */
function newestExplained(entries: readonly CreditEntry[], limit: number): ReadonlyMap<CreditEntry, readonly string[]> {
  const explained = new Map<CreditEntry, readonly string[]>();
  let sum = 0;
  for (const entry of entries.toReversed()) {
    if (entry.explanation === null) continue;
    const outcomes = outcomesOf(entry.explanation);
    sum += outcomes.length;
    if (sum > limit && explained.size > 0) break;
    explained.set(entry, outcomes);
  }
  return explained;
}

/**
 * Converts a ledger entry to the object that stands for it in the answer, and returns a list that contains only this object. The
 * list is empty for an entry that an operator has made, such as a grant, because the answer leaves such entries out.
 * @param outcomes the outcomes of the identifiers; undefined for an entry without outcomes
 */
function movementOf(entry: CreditEntry, outcomes: readonly string[] | undefined): RequestUsageResponse['entries'] {
  const { feature, posted, pending, keyId, endpoint, createdAt } = entry;
  const kind = movements.find((movement) => movement === entry.kind);
  if (kind === undefined) return [];
  const amounts =
    kind === 'reserve'
      ? { reserved: pending, charged: 0, released: 0 }
      : { reserved: 0, charged: posted, released: 0 - pending - posted };
  const movement = { feature, kind, ...amounts, key_id: keyId, endpoint, created_at: createdAt.toISOString() };
  return [outcomes === undefined ? movement : { ...movement, identifiers: outcomes.map(identifierOf) }];
}

function identifierOf(outcome: string, index: number) {
  return outcome === charged ? { index, charged: true } : { index, charged: false, reason: outcome };
}
