import { Injectable } from '@nestjs/common';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { type FollowCounts, type FollowedKind, FollowSql, type ListedRecord } from './follow.sql.js';

/** A line of a list: its identifiers, or the reason why it has none. */
export type ListedLine = { readonly line: number } & ({ readonly record: ListedRecord } | { readonly reason: string });

/** The counts of the lines of a list. The interfaces that extend this one add two counts of records. */
interface ListOutcome {
  readonly read: number;
  readonly found: number;
  /** Lines about records that are not stored. */
  readonly unknown: number;
  /** Lines without a valid identifier. */
  readonly rejected: number;
}

export interface FollowedList extends ListOutcome {
  readonly followed: number;
  readonly already_followed: number;
}

export interface UnfollowedList extends ListOutcome {
  readonly unfollowed: number;
  readonly not_followed: number;
}

/**
 * The function that is called for each line that names no stored record. The reason does not repeat the text of the line, which may be
 * personal data.
 */
export type OnLine = (line: number, reason: string) => void;

/** The number of lines that are looked up and stored together. */
const linesAtOnce = 1_000;

/** Decides which records a tenant follows. A change of a followed record becomes a signal for the tenant. */
@Injectable()
export class FollowService {
  constructor(
    private readonly follows: FollowSql,
    private readonly tenants: TenantService,
  ) {}

  /**
   * Makes a tenant follow the records of a list. A record that is not stored cannot be followed. Sending the same list again
   * changes nothing.
   * @throws CommandError when the tenant does not exist or the list cannot be read
   */
  async follow(
    tenantId: string,
    kind: FollowedKind,
    lines: AsyncIterable<ListedLine>,
    onLine: OnLine,
  ): Promise<FollowedList> {
    const { outcome, records, touched } = await this.each(tenantId, kind, lines, onLine, (ids) =>
      this.follows.add(kind, tenantId, ids),
    );
    return { ...outcome, followed: touched, already_followed: records - touched };
  }

  /**
   * Makes a tenant no longer follow the records of a list.
   * @throws CommandError when the tenant does not exist or the list cannot be read
   */
  async unfollow(
    tenantId: string,
    kind: FollowedKind,
    lines: AsyncIterable<ListedLine>,
    onLine: OnLine,
  ): Promise<UnfollowedList> {
    const { outcome, records, touched } = await this.each(tenantId, kind, lines, onLine, (ids) =>
      this.follows.remove(kind, tenantId, ids),
    );
    return { ...outcome, unfollowed: touched, not_followed: records - touched };
  }

  /**
   * Makes a tenant follow each record whose data it receives by an enrichment from now on. The tenant also follows at once the
   * persons whose data it received earlier, as far as the table `disclosure` still says so.
   * @throws CommandError when the tenant does not exist
   */
  async followEnriched(tenantId: string): Promise<FollowCounts> {
    await this.tenants.existing(tenantId);
    await this.tenants.setFollowsEnriched(tenantId, true);
    await this.follows.addDisclosed(tenantId);
    return this.follows.counts(tenantId);
  }

  /**
   * Ends what {@link FollowService.followEnriched} began. The tenant no longer follows the records that it followed only because
   * of an enrichment. It still follows the records of its lists.
   * @throws CommandError when the tenant does not exist
   */
  async unfollowEnriched(tenantId: string): Promise<FollowCounts> {
    await this.tenants.existing(tenantId);
    await this.tenants.setFollowsEnriched(tenantId, false);
    await this.follows.removeEnriched(tenantId);
    return this.follows.counts(tenantId);
  }

  /** Counts the companies and persons that a tenant follows. @throws CommandError when the tenant does not exist */
  async counts(tenantId: string): Promise<FollowCounts> {
    await this.tenants.existing(tenantId);
    return this.follows.counts(tenantId);
  }

  /** Reads a list in parts of {@link linesAtOnce} lines, looks up the stored records of each part, and passes their ids to `work`. */
  private async each(
    tenantId: string,
    kind: FollowedKind,
    lines: AsyncIterable<ListedLine>,
    onLine: OnLine,
    work: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ readonly outcome: ListOutcome; readonly records: number; readonly touched: number }> {
    await this.tenants.existing(tenantId);
    const outcome = { read: 0, found: 0, unknown: 0, rejected: 0 };
    const records = new Set<string>();
    let touched = 0;
    let part: { readonly line: number; readonly record: ListedRecord }[] = [];
    const finish = async (): Promise<void> => {
      const ids = new Set<string>();
      const found = await this.follows.find(
        kind,
        part.map(({ record }) => record),
      );
      for (const [index, { line }] of part.entries()) {
        const ofLine = found[index] ?? [];
        if (ofLine.length > 0) outcome.found += 1;
        else {
          outcome.unknown += 1;
          onLine(line, 'is not on record');
        }
        for (const id of ofLine) if (!records.has(id)) ids.add(id);
      }
      for (const id of ids) records.add(id);
      part = [];
      if (ids.size > 0) touched += (await work([...ids])).size;
    };
    for await (const entry of lines) {
      outcome.read += 1;
      if (isRejected(entry)) {
        outcome.rejected += 1;
        onLine(entry.line, entry.reason);
      } else part.push(entry);
      if (part.length === linesAtOnce) await finish();
    }
    await finish();
    return { outcome, records: records.size, touched };
  }
}

function isRejected(entry: ListedLine): entry is Extract<ListedLine, { readonly reason: string }> {
  return 'reason' in entry;
}
