import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { Response } from 'express';
import { Public } from '../platform/auth/api-key.guard.js';
import { ApiUnroutable, requestIdHeader } from '../platform/http/openapi/openapi-failures.js';
import { healthReport, type HealthReport, noDatabase, readiness, type Readiness } from './health.dto.js';
import { HealthService } from './health.service.js';

@ApiTags('Health')
@Controller()
@SkipThrottle()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('health')
  @Public()
  @ApiSecurity({})
  @ApiOperation({
    operationId: 'readHealth',
    summary: 'Get service health',
    description:
      'Returns liveness and performance figures of this process. The status code is 200 while the process serves, also when ' +
      '`status` is `degraded`. Needs no key and has no rate limit.',
  })
  @ApiOkResponse({
    description: 'The process serves requests.',
    headers: requestIdHeader,
    standardSchema: healthReport,
  })
  @ApiUnroutable()
  report(): Promise<HealthReport> {
    return this.health.report();
  }

  @Get('ready')
  @Public()
  @ApiSecurity({})
  @ApiOperation({
    operationId: 'readReadiness',
    summary: 'Get service readiness',
    description:
      'Returns 200 if a load balancer should send requests to this process, else 503. Needs no key and has no rate limit.',
  })
  @ApiOkResponse({
    description: 'The process is ready for requests.',
    headers: requestIdHeader,
    standardSchema: readiness,
  })
  @ApiUnroutable()
  @ApiServiceUnavailableResponse({
    description: 'The database does not answer or refuses writes, or the process is stopping.',
    headers: requestIdHeader,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Readiness' }, example: noDatabase } },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    return withStatus(await this.health.readiness(), response);
  }
}

function withStatus(answer: Readiness, response: Response): Readiness {
  response.status(answer.status === 'ready' ? 200 : 503);
  return answer;
}
