import { Injectable } from '@nestjs/common';
import { version } from '../platform/config/project-root.js';
import { format, NewBackupFile, type SavedTable } from './backup-file.js';
import { BackupSql } from './backup.sql.js';
import { type OnTable, told } from './row-progress.js';

/** What a backup contains. */
export interface BackupSummary {
  readonly file: string;
  readonly taken_at: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
}

/** Copies the database into a file while the service serves. */
@Injectable()
export class BackupService {
  constructor(private readonly database: BackupSql) {}

  /**
   * Writes all rows that are committed at one moment.
   * @throws CommandError when the file exists or cannot be written; the reason of the signal. No part of the file is then left.
   */
  async write(path: string, onTable: OnTable, signal: AbortSignal): Promise<BackupSummary> {
    const file = await NewBackupFile.create(path);
    try {
      return await this.database.inSnapshot(async (snapshot) => {
        const tables: SavedTable[] = [];
        for (const table of snapshot.tables) {
          const { stream, count } = snapshot.rows(table);
          await file.add(
            table.name,
            told(stream, (bytes) => onTable(table.name, bytes)),
            signal,
          );
          tables.push({ ...table, rows: count() });
        }
        const { takenAt, databaseVersion, migrations } = snapshot;
        const origin = { version, database_version: databaseVersion, migrations };
        const sequences = await snapshot.sequences();
        const bytes = await file.finish({ format, taken_at: takenAt, ...origin, tables, sequences });
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        return { file: path, taken_at: takenAt, bytes, tables: tables.length, rows };
      });
    } finally {
      await file.discard();
    }
  }
}
