import { Injectable } from '@nestjs/common';
import type { EnrichPersonsDto } from './persons.dto.js';
import { PrismaService } from './prisma.service.js';

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
