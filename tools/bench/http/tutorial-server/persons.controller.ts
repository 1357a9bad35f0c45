import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { EnrichPersonsDto } from './persons.dto.js';
import { PersonsService } from './persons.service.js';

@Controller('v1/person')
export class PersonsController {
  constructor(private readonly persons: PersonsService) {}

  @Post('enrich')
  @HttpCode(200)
  enrich(@Body() body: EnrichPersonsDto): Promise<object> {
    return this.persons.enrich(body);
  }
}
