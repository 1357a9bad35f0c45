// SQL for adding many signals at once from a staging table.
import { CommandError } from '../../platform/errors/command-error.js';
import type { SuppressionReader } from '../../privacy/suppression.reader.js';
import type { RowKeys } from '../merging/batch-locks.js';
import type { MergeCounts } from '../merging/batch-merge.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { signalFingerprint, type SignalRow } from './signal-record.js';

const staging = 'signal_import';

const columns = [
  'date',
  'signal_type',
  'message_text',
  'account_website',
  'intent_holder_network_url',
  'source_type',
] as const;

const createStaging = `
  create temporary table ${staging} (
    date date, signal_type text, message_text text, account_website text, intent_holder_network_url text,
    source_type text, fingerprint bytea, position integer)
  on commit delete rows`;

const addNew = `
  insert into signal (tenant_id, ${columns.join(', ')}, fingerprint)
  select $1, ${columns.join(', ')}, fingerprint from ${staging} order by position
  on conflict (tenant_id, fingerprint) do nothing`;

/** Finds the tenant, and keeps it from being deleted until the transaction ends. */
const keepTenant = 'select id from tenant where id = $1 for key share';

const countAdded = `with added as (${addNew} returning 1) select count(*) from added`;

/** Adds imported signals to those that a tenant already has. */
export class SignalMerge {
  private constructor(
    private readonly session: ImportSession,
    private readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    private readonly tenantId: string,
  ) {}

  static async prepare(
    session: ImportSession,
    suppression: Pick<SuppressionReader, 'suppressedAmong'>,
    tenantId: string,
  ): Promise<SignalMerge> {
    await session.run(createStaging);
    return new SignalMerge(session, suppression, tenantId);
  }

  /**
   * The keys of each row: its fingerprint. Equal signals have the same key, so that they are merged one after the other. Two transactions
   * that insert equal signals at the same time would have to wait for each other.
   */
  async keysOf(rows: readonly SignalRow[]): Promise<readonly RowKeys[]> {
    return Promise.resolve(rows.map((row) => ({ own: [signalFingerprint(row)] })));
  }

  /**
   * Merges rows in one transaction. Signals of suppressed persons are refused.
   * @throws CommandError when the tenant was deleted since the import began
   */
  async merge(rows: readonly SignalRow[]): Promise<MergeCounts> {
    return this.session.transaction(async () => {
      if ((await this.session.column(keepTenant, [this.tenantId])).length === 0)
        throw new CommandError(`Tenant "${this.tenantId}" was deleted while its signals were imported`);
      const networkUrls = rows.flatMap(({ holderUrl }) => holderUrl ?? []);
      const suppressed = await this.suppression.suppressedAmong({ networkUrls, emails: [] });
      const isSuppressed = ({ holderUrl }: SignalRow): boolean =>
        holderUrl !== null && suppressed.networkUrls.has(holderUrl);
      const refused = new Map(
        [...rows.entries()].filter(([, row]) => isSuppressed(row)).map(([index]) => [index, 'suppressed']),
      );
      const accepted = rows.filter((_, index) => !refused.has(index));
      await this.session.copy(staging, [...columns, 'fingerprint', 'position'], accepted.map(stagedSignal));
      const [inserted = '0'] = await this.session.column(countAdded, [this.tenantId]);
      return { inserted: Number(inserted), updated: 0, contested: 0, refused };
    });
  }
}

function stagedSignal(row: SignalRow, index: number): (string | number | null)[] {
  const { date, signalType, messageText, accountWebsite, holderUrl, sourceType } = row;
  const fingerprint = `\\x${signalFingerprint(row)}`;
  return [date, signalType, messageText, accountWebsite, holderUrl, sourceType, fingerprint, index];
}
