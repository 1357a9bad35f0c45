import { Injectable } from '@nestjs/common';
import { companyFields, type EnrichCompaniesDto } from './companies.dto.js';
import { PrismaService } from './prisma.service.js';

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
