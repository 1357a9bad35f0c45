import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { Endpoint } from '../../platform/http/openapi/endpoint.js';
import { fieldsResponse } from './field.dto.js';
import { FieldService } from './field.service.js';

@ApiTags('Tenant')
@Controller()
export class FieldController {
  constructor(private readonly fields: FieldService) {}

  @Endpoint('GET /v1/fields', {
    summary: 'List fields',
    description: 'Returns the fields of companies and persons with their types, and the query fields of the tenant.',
    answer: { description: 'The fields.', schema: fieldsResponse },
  })
  listFields(@CurrentCaller() caller: Caller) {
    return this.fields.list(caller);
  }
}
