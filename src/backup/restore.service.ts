import type { Client } from 'pg';
import { BackupFile } from './backup-file.js';
import { restoreBackup, type RestoreOptions, type RestoreSummary } from './restore.sql.js';

/** A backup that has been read to its end and found whole. */
export class CheckedBackup {
  private constructor(private readonly file: BackupFile) {}

  /** @throws CommandError when the file cannot be read, is no backup, or is damaged */
  static async open(path: string, stopping: AbortSignal): Promise<CheckedBackup> {
    const file = await BackupFile.open(path);
    try {
      await file.verify(stopping);
      return new CheckedBackup(file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Replaces the whole content of the database by that of the backup, as `restoreBackup` says. */
  restore(session: Client, options: RestoreOptions): Promise<RestoreSummary> {
    return restoreBackup(session, this.file, options);
  }
}
