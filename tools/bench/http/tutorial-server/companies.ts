import { Body, Controller, HttpCode, Injectable, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';
import { PrismaService } from './prisma.service.js';

/** The names of the fields in requests, and their names in the Prisma model. */
const companyFields = {
  name: 'name',
  industry: 'industry',
  size: 'size',
  employee_count: 'employeeCount',
  founded_year: 'foundedYear',
  location_country: 'locationCountry',
  location_locality: 'locationLocality',
  specialities: 'specialities',
} as const;

type CompanyFieldName = keyof typeof companyFields;

class CompanyIdentifierDto {
  @IsString()
  website = '';

  @IsOptional()
  @IsString()
  external_id?: string;
}

class EnrichCompaniesDto {
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => CompanyIdentifierDto)
  companies: CompanyIdentifierDto[] = [];

  @IsArray()
  @IsIn(Object.keys(companyFields), { each: true })
  fields: CompanyFieldName[] = [];
}

@Injectable()
export class CompaniesService {
  constructor(private readonly prisma: PrismaService) {}

  async enrich({ companies, fields }: EnrichCompaniesDto): Promise<object> {
    const select = Object.fromEntries(fields.map((field) => [companyFields[field], true as const]));
    const domains = await this.prisma.companyDomain.findMany({
      where: { domain: { in: companies.map((company) => company.website) } },
      select: { domain: true, company: { select } },
    });
    const byDomain = new Map(domains.map(({ domain, company }) => [domain, company as Record<string, unknown>]));
    const results = companies.map((identifier) => {
      const company = byDomain.get(identifier.website);
      const data = Object.fromEntries(fields.map((field) => [field, company?.[companyFields[field]] ?? null]));
      return { identifier, data, matched: company !== undefined };
    });
    return { results };
  }
}

@Controller('v1/company')
export class CompaniesController {
  constructor(private readonly companies: CompaniesService) {}

  @Post('enrich')
  @HttpCode(200)
  enrich(@Body() body: EnrichCompaniesDto): Promise<object> {
    return this.companies.enrich(body);
  }
}
