import { Inject, Injectable, Logger } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { sqlStateOf } from '../../platform/database/statements.js';
import { type OnStep, SearchObjects } from './search-objects.sql.js';
import { SearchValues } from './search-values.sql.js';

/** Prepares search, and keeps the counts of values up to date. */
/** The SQLSTATE of an error about a missing right. */
const insufficientPrivilege = '42501';
const notOwner =
  'The role of this process may not prepare search: run `admin search prepare` once as the owner of the tables';

@Injectable()
export class SearchPreparationService {
  private readonly logger = new Logger(SearchPreparationService.name);

  constructor(
    private readonly objects: SearchObjects,
    private readonly values: SearchValues,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Creates the triggers, values and indexes that are missing, and counts the values. Requests are answered when this has ended. It takes
   * seconds for each million records, and imports run on meanwhile.
   * @throws the error of the database if this role does not own the tables
   */
  async prepare(onStep: OnStep, signal: AbortSignal): Promise<void> {
    await this.objects.prepare(onStep, signal);
    onStep('folding of values');
    await this.values.foldNew();
    await this.objects.finish();
    onStep('counts of values');
    await this.values.count(signal);
  }

  /** Removes all that {@link prepare} has made. Requests are then refused. */
  async drop(): Promise<void> {
    await this.objects.drop();
  }

  /** Does what is due in a process with `SEARCH=on`: prepares search if it is not prepared, and counts values after imports. */
  async keepUp(signal: AbortSignal): Promise<void> {
    if (this.config.search === 'off') return;
    if (await this.objects.isPrepared()) {
      if (await this.values.areCountsOld()) await this.values.count(signal);
      await this.values.foldNew();
      return;
    }
    this.logger.log('Search is being prepared');
    await this.prepare(() => undefined, signal).catch((error: unknown) => {
      throw sqlStateOf(error) === insufficientPrivilege ? new Error(notOwner, { cause: error }) : error;
    });
    this.logger.log('Search is ready');
  }
}
