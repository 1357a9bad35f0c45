import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Public } from '../platform/auth/public.decorator.js';
import { requestIdHeader } from '../platform/http/openapi-failures.js';
import { healthReport, type HealthReport } from './health.dto.js';
import { HealthService } from './health.service.js';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @Public()
  @ApiSecurity({})
  @ApiOperation({
    operationId: 'readHealth',
    summary: 'Liveness and performance figures; needs no key, is never limited',
  })
  @ApiOkResponse({ description: 'The process serves', headers: requestIdHeader, standardSchema: healthReport })
  report(): Promise<HealthReport> {
    return this.health.report();
  }
}
