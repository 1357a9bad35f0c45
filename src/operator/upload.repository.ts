import { Injectable } from '@nestjs/common';
import type { ImportUpload, Prisma } from '../generated/prisma/client.js';
import { Database } from '../platform/database/database.js';

/**
 * The state of an upload. `uploading`: the file is still arriving. `waiting`: the file is complete, and its import has not begun
 * yet. `running`: the import is under way. The other states say how the import ended.
 */
export type UploadState = 'uploading' | 'waiting' | 'running' | 'complete' | 'interrupted' | 'failed';

/** What is stored about an upload when it begins. */
type BegunUpload = Pick<ImportUpload, 'id' | 'kind' | 'file' | 'sizeBytes' | 'tenant' | 'isDryRun' | 'host'> & {
  readonly options: Prisma.InputJsonObject;
};

/** The files that operators have uploaded to be imported. */
@Injectable()
export class UploadRepository {
  constructor(private readonly database: Database) {}

  add(upload: BegunUpload): Promise<ImportUpload> {
    return this.database.prisma.importUpload.create({ data: { ...upload, state: 'uploading' } });
  }

  byId(id: string): Promise<ImportUpload | null> {
    return this.database.prisma.importUpload.findUnique({ where: { id } });
  }

  newest(limit: number): Promise<ImportUpload[]> {
    return this.database.prisma.importUpload.findMany({ orderBy: { startedAt: 'desc' }, take: limit });
  }

  /**
   * Sets the state of an upload to `waiting`, so that its import can begin.
   * @returns false if another request has already done this; the import must then not be started again
   */
  async claim(id: string): Promise<boolean> {
    const where = { id, state: 'uploading' };
    const data = { state: 'waiting', seenAt: new Date() };
    return (await this.database.prisma.importUpload.updateMany({ where, data })).count === 1;
  }

  /** The uploads whose files are still arriving. The first one is that which has received nothing for the longest time. */
  unfinished(): Promise<ImportUpload[]> {
    return this.database.prisma.importUpload.findMany({ where: { state: 'uploading' }, orderBy: { seenAt: 'asc' } });
  }

  /**
   * Records that a piece of a file has arrived, so that the upload does not count as abandoned. For a complete file it records that
   * the process which has to import it is still alive, so that the import does not count as lost.
   */
  async noteAlive(id: string): Promise<void> {
    await this.database.prisma.importUpload.updateMany({ where: { id }, data: { seenAt: new Date() } });
  }

  /** Stores which entry of the journal the import of an upload has. */
  async noteImport(id: string, importId: number): Promise<void> {
    await this.database.prisma.importUpload.updateMany({ where: { id }, data: { importId } });
  }

  /** Stores how far a running import is. */
  async noteProgress(id: string, progress: Prisma.InputJsonObject): Promise<void> {
    const data = { state: 'running', seenAt: new Date(), progress };
    await this.database.prisma.importUpload.updateMany({ where: { id, endedAt: null }, data });
  }

  /** Stores how an import has ended. */
  async end(id: string, state: UploadState, report: Prisma.InputJsonObject): Promise<void> {
    const now = new Date();
    await this.database.prisma.importUpload.updateMany({
      where: { id },
      data: { state, seenAt: now, endedAt: now, report },
    });
  }

  /**
   * Ends the imports whose process was killed, as interrupted.
   * @param before the time since when no process has recorded that it is alive
   * @param alive the ids of uploads that this process is about to import
   */
  async endLost(before: Date, alive: readonly string[]): Promise<void> {
    await this.database.prisma.importUpload.updateMany({
      where: { state: { in: ['waiting', 'running'] }, seenAt: { lt: before }, id: { notIn: [...alive] } },
      data: { state: 'interrupted', endedAt: new Date() },
    });
  }

  /** Those of the given uploads whose imports have ended. */
  async endedAmong(ids: readonly string[]): Promise<string[]> {
    const where = { id: { in: [...ids] }, endedAt: { not: null } };
    const ended = await this.database.prisma.importUpload.findMany({ where, select: { id: true } });
    return ended.map(({ id }) => id);
  }

  async remove(id: string): Promise<void> {
    await this.database.prisma.importUpload.deleteMany({ where: { id } });
  }

  /** Forgets uploads that began before a time. */
  async forget(before: Date): Promise<void> {
    await this.database.prisma.importUpload.deleteMany({ where: { startedAt: { lt: before } } });
  }
}
