import { existsSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { CommandError } from '../../platform/errors/command-error.js';
import { type Archive, readArchive, writeArchive } from './archive-file.js';
import { type ArchivedAccount, type Discrepancy, LedgerArchiveSql } from './ledger-archive.sql.js';

/**
 * An archive. It has the entries of the days before `before` (`YYYY-MM-DD`). The three numbers say how many entries and holds the
 * file contains, and how many accounts the entries belong to.
 */
export interface ArchiveSummary {
  readonly file: string;
  readonly before: string;
  readonly entries: number;
  readonly holds: number;
  readonly accounts: number;
}

/** Moves the entries of old months from the ledger into a file. */
@Injectable()
export class LedgerArchiveService {
  constructor(private readonly ledger: LedgerArchiveSql) {}

  /**
   * Writes the entries of all requests before a month into a file, and then removes these entries from the ledger. If an earlier
   * call was interrupted, a call with the same file and month removes the rest.
   * @param month the first month whose entries stay in the ledger, `YYYY-MM`
   * @param signal stops the work between two pages
   * @throws CommandError when the days before the month are not all summed up, a later month is archived already, or the file
   *   exists but does not contain the entries to remove
   */
  async archive(month: string, file: string, signal: AbortSignal): Promise<ArchiveSummary> {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new CommandError('--before must be a month, YYYY-MM');
    const before = `${month}-01`;
    const { summedBefore, archivedBefore } = await this.ledger.progress();
    if (summedBefore === null || summedBefore < before) {
      throw new CommandError(
        `The days before ${month} are not all summed up, and later usage reports need these sums. A process that works on jobs ` +
          'sums up each day an hour after its end; start one or try again later',
      );
    }
    if (archivedBefore !== null && archivedBefore > before) {
      throw new CommandError(
        `The ledger before ${archivedBefore} is archived already; give a later month with --before`,
      );
    }
    const archive = existsSync(file) ? await this.resumed(file, before) : await this.write(file, before);
    for (const tenant of new Set(archive.sums.accounts.map(({ tenant_id: tenantId }) => tenantId))) {
      while (await this.ledger.removePage(tenant, before)) {
        if (signal.aborted)
          throw new CommandError(
            'Interrupted; repeat the command with the same file to remove the rest of the entries',
          );
      }
    }
    await this.ledger.setArchived(before);
    return summaryOf(file, archive);
  }

  /** Reads an archive to its end and checks it. @throws CommandError when the archive is damaged */
  async check(file: string): Promise<ArchiveSummary> {
    return summaryOf(file, await readArchive(file));
  }

  /** The accounts whose stored amounts are not the sums of their ledger entries, or not the sums of their holds. */
  async discrepancies(): Promise<Discrepancy[]> {
    return this.ledger.discrepancies();
  }

  private async write(file: string, before: string): Promise<Archive> {
    const content = { entries: this.ledger.entries(before), holds: this.ledger.holds(before) };
    const { sums } = await writeArchive(file, before, content);
    const archive = await readArchive(file);
    const stored = await this.ledger.accounts(before);
    if (keyOf(stored) !== keyOf(archive.sums.accounts) || sums.sha256 !== archive.sums.sha256) {
      throw new CommandError(
        `${file} does not contain the same entries as the ledger; nothing was removed. Delete the file and try again`,
      );
    }
    return archive;
  }

  private async resumed(file: string, before: string): Promise<Archive> {
    const archive = await readArchive(file);
    if (archive.before !== before)
      throw new CommandError(
        `${file} is an archive of the ledger before ${archive.before}, not before ${before}; choose another file`,
      );
    const inFile = new Map(archive.sums.accounts.map((account) => [keyOf([account], false), account]));
    for (const account of await this.ledger.accounts(before)) {
      const archived = inFile.get(keyOf([account], false));
      if (archived === undefined || archived.entries < account.entries) {
        throw new CommandError(`${file} lacks entries that the ledger has before ${before}; choose another file`);
      }
    }
    return archive;
  }
}

function keyOf(accounts: readonly ArchivedAccount[], hasSums = true): string {
  const lines = accounts.map(({ tenant_id: tenant, feature, entries, posted, pending }) =>
    JSON.stringify([tenant, feature, ...(hasSums ? [entries, posted, pending] : [])]),
  );
  return lines.sort().join('\n');
}

function summaryOf(file: string, { before, sums }: Archive): ArchiveSummary {
  return { file, before, entries: sums.entries, holds: sums.holds, accounts: sums.accounts.length };
}
