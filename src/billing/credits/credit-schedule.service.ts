import { Injectable, Logger } from '@nestjs/common';
import { singleLine } from '../../platform/errors/command-error.js';
import { CreditGrantsRepository } from './credit-grants.repository.js';
import { type AccountKey, CreditScheduleSql } from './credit-schedule.sql.js';
import { LapsingGrantsRepository } from './lapsing-grants.repository.js';

/**
 * Takes back credits whose last day has passed, and grants the credits of each month. Any number of processes may do this at once: a grant
 * lapses under the lock of its account, and a unique index lets only one process grant the credits of a month.
 */
@Injectable()
export class CreditScheduleService {
  private readonly logger = new Logger(CreditScheduleService.name);

  constructor(
    private readonly due: CreditScheduleSql,
    private readonly grants: CreditGrantsRepository,
    private readonly lapsing: LapsingGrantsRepository,
  ) {}

  async lapseAll(signal: AbortSignal): Promise<void> {
    await this.each(
      (after) => this.due.dueLapses(after),
      ({ tenantId, feature, today }) => this.lapsing.lapse(tenantId, feature, today),
      signal,
    );
  }

  /** Grants the credits of the present month. @param tenantId the only tenant that gets them; null for all */
  async grantMonth(tenantId: string | null, signal: AbortSignal): Promise<void> {
    await this.each(
      (after) => this.due.duePlans(tenantId, after),
      ({ tenantId: tenant, feature, amount, month, monthEnd, lapses }) =>
        this.grants.grantMonth(tenant, feature, amount, { month, lastDay: lapses ? monthEnd : null }),
      signal,
    );
  }

  /** Works off the accounts of a list, page by page. What fails for one account is logged, and done for the others. */
  private async each<Due extends AccountKey>(
    page: (after: AccountKey | null) => Promise<readonly Due[]>,
    work: (due: Due) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    for (let after: Due | null = null; ;) {
      const accounts = await page(after);
      for (const account of accounts) {
        signal.throwIfAborted();
        await work(account).catch((error: unknown) =>
          this.logger.error(
            `The ${account.feature} credits of tenant "${account.tenantId}" could not be granted or taken back: ${singleLine(error)}`,
          ),
        );
      }
      after = accounts.at(-1) ?? null;
      if (after === null) return;
    }
  }
}
