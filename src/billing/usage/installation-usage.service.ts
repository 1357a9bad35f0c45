import { Injectable } from '@nestjs/common';
import { CommandError } from '../../platform/errors/command-error.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { describeAccounts, everyAccount } from '../credits/credit-grant.service.js';
import {
  type InstallationGroup,
  type InstallationGroupUsage,
  InstallationUsageReader,
  installationGroups,
  type TenantState,
} from './installation-usage.reader.js';
import { describeRequest, RequestListReader } from './request-list.reader.js';
import { ReportQueue } from './report-queue.js';
import { dayAt, dayCount, daysOf, maxReportDays, type UsagePeriod, usagePeriod } from './usage-period.js';

/** The maximum number of days of a report that has the credits of each tenant by day. Longer reports would be too large with them. */
const maxTrendDays = 92;

/** The most groups that a report can have. */
export const maxGroups = 10_000;
const usualGroups = 1_000;

const everyRequest = { from: null, to: null, endpoint: null, keyId: null, status: null };

/** The most requests that {@link InstallationUsageService.newestRequests} returns. */
export const maxRequests = 500;

/** All reports share one queue, so that together they use one connection to the database. */
const queueName = 'operators';

/** What an operator asks for. The days are in UTC, as `YYYY-MM-DD`; by default the period ends today and has 30 days. */
export interface AskedUsage {
  readonly by?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tenant?: string | undefined;
  /** The maximum number of groups; 1,000 by default. */
  readonly limit?: number | undefined;
}

/** The usage of a group. The members after `credits` are only in a report by tenant. */
interface ReportedGroup extends Omit<InstallationGroupUsage, 'days'> {
  readonly accounts?: Record<string, object>;
  /** The charged credits of all features on each day of the period; absent if the period has more than {@link maxTrendDays} days. */
  readonly charged_by_day?: readonly number[];
  readonly last_request_at?: Date | null;
}

export interface InstallationReport extends UsagePeriod {
  readonly group_by: InstallationGroup;
  readonly tenant: string | null;
  readonly groups: readonly ReportedGroup[];
  /** The number of further groups, which the limit left out. */
  readonly left_out: number;
}

/** Reports the usage of all tenants to operators. */
@Injectable()
export class InstallationUsageService {
  private readonly reports = new ReportQueue();

  constructor(
    private readonly usage: InstallationUsageReader,
    private readonly requests: RequestListReader,
    private readonly tenants: TenantService,
  ) {}

  /**
   * The usage by tenant, feature, API key, endpoint or day.
   * @throws CommandError if the name of the groups is unknown, the period ends before it begins or is too long, or there is no such tenant
   * @throws DomainError SERVICE_BUSY when other reports took too long
   */
  async report({
    by: asked = 'tenant',
    from,
    to,
    tenant,
    limit = usualGroups,
  }: AskedUsage): Promise<InstallationReport> {
    const by = installationGroups.find((known) => known === asked);
    if (by === undefined)
      throw new CommandError(`Usage is grouped by ${installationGroups.join(', ')}, not by "${asked}"`);
    const period = checkedPeriod({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
    if (tenant !== undefined) await this.tenants.existing(tenant);
    return this.reports.run(queueName, async () => {
      const { groups, total } = await this.usage.byGroup({ ...period, tenant: tenant ?? null, limit }, by);
      const reported =
        by === 'tenant' ? await this.withStates(groups, period) : groups.map(({ days: _, ...group }) => group);
      return { ...period, group_by: by, tenant: tenant ?? null, groups: reported, left_out: total - groups.length };
    });
  }

  /**
   * The newest requests of a tenant that reserved credits, at most `limit`.
   * @throws CommandError when there is no such tenant
   * @throws DomainError SERVICE_BUSY when other reports took too long
   */
  async newestRequests(tenant: string, limit: number): Promise<ReturnType<typeof describeRequest>[]> {
    await this.tenants.existing(tenant);
    const { requests } = await this.reports.run(queueName, () => this.requests.page(tenant, everyRequest, limit, null));
    return requests.map(describeRequest);
  }

  private async withStates(groups: readonly InstallationGroupUsage[], period: UsagePeriod): Promise<ReportedGroup[]> {
    const states = await this.usage.statesOf(groups.flatMap(({ group }) => (group === null ? [] : [group])));
    const stateOf = new Map(states.map((state) => [state.tenant, state]));
    const days = dayCount(period) > maxTrendDays ? null : daysOf(period);
    return groups.map(({ days: charged, ...group }) => ({
      ...group,
      ...describeState(stateOf.get(group.group ?? '')),
      ...(days === null ? {} : { charged_by_day: days.map((day) => charged[day] ?? 0) }),
    }));
  }
}

function describeState(state: TenantState | undefined): Pick<ReportedGroup, 'accounts' | 'last_request_at'> {
  return {
    accounts: describeAccounts(everyAccount(state?.accounts ?? [])),
    last_request_at: state?.lastRequestAt ?? null,
  };
}

function checkedPeriod(asked: Partial<UsagePeriod>): UsagePeriod {
  const period = usagePeriod(asked, dayAt(Date.now()));
  const days = dayCount(period);
  if (days === 0) throw new CommandError(`The first day, ${period.from}, is after the last day, ${period.to}`);
  if (days > maxReportDays)
    throw new CommandError(`At most ${maxReportDays} days can be reported at once, not ${days}`);
  return period;
}
