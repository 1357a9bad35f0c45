import { Module } from '@nestjs/common';
import { HistoryPruningSql } from './history/history-pruning.sql.js';
import { HistoryPruningTimer } from './history/history-pruning.timer.js';

/** The background work of imports: it deletes the history of old imports. Several processes may run it at the same time. */
@Module({ providers: [HistoryPruningSql, HistoryPruningTimer] })
export class ImportsWorkerModule {}
