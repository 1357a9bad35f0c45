import { Module } from '@nestjs/common';
import { SearchCharges } from './search-charges.sql.js';
import { SearchUpkeepTimer } from './search-upkeep.timer.js';
import { SearchValuesModule } from './values/search-values.module.js';

@Module({ imports: [SearchValuesModule], providers: [SearchCharges, SearchUpkeepTimer] })
export class SearchWorkerModule {}
