import { Injectable } from '@nestjs/common';
import { JobHandlers } from '../../platform/queue/job-handlers.js';
import { RunReconciliationService } from './run-reconciliation.service.js';
import { RunService } from './run.service.js';

@Injectable()
export class RunProcessor {
  constructor(handlers: JobHandlers, runs: RunService, reconciliation: RunReconciliationService) {
    handlers.register('run-prospecting', (_payload, signal) => runs.drain(signal));
    handlers.register('reconcile-prospecting', (_payload, signal) => reconciliation.reconcile(signal));
  }
}
