import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { ApiFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { fieldsResponse, type FieldsResponse } from './field.dto.js';
import { FieldService } from './field.service.js';

@ApiTags('Tenant')
@Controller('v1/fields')
export class FieldController {
  constructor(private readonly fields: FieldService) {}

  @Get()
  @ApiOperation({
    operationId: 'listFields',
    summary: 'List fields',
    description:
      'Returns the fields of companies and persons with their types, and the query fields of the tenant. Free of charge.',
  })
  @ApiOkResponse({ description: 'The fields.', headers: commonHeaders, standardSchema: fieldsResponse })
  @ApiFailures('INTERNAL_ERROR')
  list(@CurrentCaller() caller: Caller): Promise<FieldsResponse> {
    return this.fields.list(caller);
  }
}
