import { Injectable } from '@nestjs/common';
import type { Operator } from '../../operations/operation.js';
import { Database } from '../../platform/database/database.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { fewestReplaced, usualShare } from '../merging/change-guard.sql.js';
import { RecordRemovalService } from '../undo/record-removal.service.js';
import { ImportSession } from '../merging/import-session.sql.js';
import { type AbsentCounts, type AbsentRecord, countAbsent, listAbsent, nextAbsent } from './absent-records.sql.js';

/** What complete files of a source no longer have. */
export interface Absence {
  readonly source: string;
  readonly companies: AbsentCounts;
  readonly persons: AbsentCounts;
  /** The first absent records of each kind, those that are absent the longest first. */
  readonly records: readonly AbsentRecord[];
}

/** What a removal of absent records has removed. */
export interface AbsentRemoval {
  readonly source: string;
  /** For each kind of record the entry in the journal of imports, which `import undo` takes back. */
  readonly removals: readonly { readonly import_id: number; readonly kind: string; readonly removed: number }[];
  /** How many absent records stay, because another source has them. */
  readonly kept: number;
}

const kinds = ['company', 'person'] as const;
const batchRecords = 1_000;

/** Lists and removes the records that the last complete file of a source did not have. */
@Injectable()
export class AbsentRecordsService {
  constructor(
    private readonly database: Database,
    private readonly removals: RecordRemovalService,
  ) {}

  /** @param days for how many days a record must have been absent @param limit the number of records of each kind to list */
  async list(source: string, { days, limit }: { readonly days: number; readonly limit: number }): Promise<Absence> {
    return this.reading(async (session) => ({
      source,
      companies: await countAbsent(session, 'company', source, days),
      persons: await countAbsent(session, 'person', source, days),
      records: [
        ...(await listAbsent(session, 'company', source, { days, limit })),
        ...(await listAbsent(session, 'person', source, { days, limit })),
      ],
    }));
  }

  /**
   * Removes the absent records that no other source has.
   * @throws CommandError if more than {@link usualShare} of the records of the source would be removed without a confirmation
   */
  async remove(
    source: string,
    options: {
      readonly days: number;
      readonly isConfirmed: boolean;
      readonly operator: Operator | null;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<AbsentRemoval> {
    const { days, isConfirmed, operator, signal } = options;
    const { companies, persons } = await this.list(source, { days, limit: 0 });
    const counts = { company: companies, person: persons };
    for (const kind of kinds) {
      const { of_source: all, only_here: removed } = counts[kind];
      if (!isConfirmed && removed >= fewestReplaced && removed > usualShare * all)
        throw new CommandError(
          `This would remove ${removed} of the ${all} ${kind === 'company' ? 'companies' : 'persons'} of the source; add --yes if its last complete file was really complete`,
        );
    }
    const done: { import_id: number; kind: string; removed: number }[] = [];
    for (const kind of kinds) {
      if (counts[kind].only_here === 0) continue;
      const about = { kind, source, operator, signal };
      const removal = await this.removals.remove(about, (session, after) =>
        nextAbsent(session, kind, source, { days, after, limit: batchRecords }),
      );
      done.push({ ...removal, kind: kind === 'company' ? 'companies' : 'persons' });
    }
    const kept = kinds.reduce((sum, kind) => sum + counts[kind].absent - counts[kind].only_here, 0);
    return { source, removals: done, kept };
  }

  private async reading<T>(work: (session: ImportSession) => Promise<T>): Promise<T> {
    const session = await ImportSession.open(this.database.sessions);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  }
}
