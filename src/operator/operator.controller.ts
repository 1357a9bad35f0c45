import { Query } from '@nestjs/common';
import { OperatorRoute, OperatorRoutes, tooSmall } from './operator-route.js';
import { ListParameters, logAnswer, statusAnswer, usualEntries } from './operator.dto.js';
import { OperatorService } from './operator.service.js';

/** The routes of operators about the whole installation. */
@OperatorRoutes()
export class OperatorController {
  constructor(private readonly operators: OperatorService) {}

  @OperatorRoute('GET /operator/v1/log', {
    command: 'log',
    summary: 'List what operators changed, the newest first',
    answer: logAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listOperations(@Query() { limit }: ListParameters) {
    return this.operators.operations(limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/status', {
    command: 'status',
    summary: 'Get versions, record counts and the number of serving processes',
    answer: statusAnswer,
  })
  getStatus() {
    return this.operators.status();
  }
}
