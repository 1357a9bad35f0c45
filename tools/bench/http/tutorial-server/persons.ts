import { Body, Controller, HttpCode, Injectable, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';
import { PrismaService } from './prisma.service.js';

const personFields = ['full_name', 'job_title', 'company_website', 'contact_country', 'location_locality'] as const;

type PersonFieldName = (typeof personFields)[number];

class PersonIdentifierDto {
  @IsString()
  network_url = '';

  @IsOptional()
  @IsString()
  external_id?: string;
}

class EnrichPersonsDto {
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => PersonIdentifierDto)
  persons: PersonIdentifierDto[] = [];

  @IsArray()
  @IsIn(personFields, { each: true })
  fields: PersonFieldName[] = [];
}

@Injectable()
export class PersonsService {
  constructor(private readonly prisma: PrismaService) {}

  async enrich({ persons, fields }: EnrichPersonsDto): Promise<object> {
    const found = await this.prisma.person.findMany({
      where: { networkUrl: { in: persons.map((person) => person.network_url) } },
      select: {
        networkUrl: true,
        fullName: true,
        jobTitle: true,
        country: true,
        locationLocality: true,
        companyWebsite: true,
        company: { select: { website: true } },
      },
    });
    const byUrl = new Map(
      found.map((person) => [
        person.networkUrl,
        {
          full_name: person.fullName,
          job_title: person.jobTitle,
          company_website: person.company?.website ?? person.companyWebsite,
          contact_country: person.country,
          location_locality: person.locationLocality,
        },
      ]),
    );
    const results = persons.map((identifier) => {
      const person = byUrl.get(identifier.network_url);
      const data = Object.fromEntries(fields.map((field) => [field, person?.[field] ?? null]));
      return { identifier, data, matched: person !== undefined };
    });
    return { results };
  }
}

@Controller('v1/person')
export class PersonsController {
  constructor(private readonly persons: PersonsService) {}

  @Post('enrich')
  @HttpCode(200)
  enrich(@Body() body: EnrichPersonsDto): Promise<object> {
    return this.persons.enrich(body);
  }
}
