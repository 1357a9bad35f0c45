import { Controller, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { openHeaders } from '../platform/http/openapi/answer-headers.js';
import { Endpoint } from '../platform/http/openapi/endpoint.js';
import { healthReport, noDatabase, readiness, type Readiness } from './health.dto.js';
import { HealthService } from './health.service.js';

@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Endpoint('GET /health', {
    summary: 'Get service health',
    description:
      'Returns liveness and performance figures of this process. The status code is 200 while the process serves, also when ' +
      '`status` is `degraded`.',
    isOpen: true,
    answer: { description: 'The process serves requests.', schema: healthReport },
  })
  readHealth() {
    return this.health.report();
  }

  @Endpoint('GET /ready', {
    summary: 'Get service readiness',
    description: 'Returns 200 if a load balancer should send requests to this process, else 503.',
    isOpen: true,
    answer: { description: 'The process is ready for requests.', schema: readiness },
  })
  @ApiServiceUnavailableResponse({
    description: 'The database does not answer or refuses writes, or the process is stopping.',
    headers: openHeaders,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' }, example: noDatabase } },
  })
  async readReadiness(@Res({ passthrough: true }) response: Response) {
    return withStatus(await this.health.readiness(), response);
  }
}

function withStatus(answer: Readiness, response: Response): Readiness {
  response.status(answer.status === 'ready' ? 200 : 503);
  return answer;
}
