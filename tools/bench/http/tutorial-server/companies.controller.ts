import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { EnrichCompaniesDto } from './companies.dto.js';
import { CompaniesService } from './companies.service.js';

@Controller('v1/company')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Post('enrich')
  @HttpCode(200)
  enrich(@Body() body: EnrichCompaniesDto): Promise<object> {
    return this.companies.enrich(body);
  }
}
