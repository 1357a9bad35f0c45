import { Module } from '@nestjs/common';
import { SearchObjects } from './search-objects.sql.js';
import { SearchPreparationService } from './search-preparation.service.js';
import { SearchValues } from './search-values.sql.js';

/** What search keeps of the records: their distinct values and the indexes. */
@Module({
  providers: [SearchObjects, SearchValues, SearchPreparationService],
  exports: [SearchObjects, SearchValues, SearchPreparationService],
})
export class SearchValuesModule {}
