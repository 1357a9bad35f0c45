import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';

/** The wire's names and the model's. */
export const companyFields = {
  name: 'name',
  industry: 'industry',
  size: 'size',
  employee_count: 'employeeCount',
  founded_year: 'foundedYear',
  location_country: 'locationCountry',
  location_locality: 'locationLocality',
  specialities: 'specialities',
} as const;

export type CompanyFieldName = keyof typeof companyFields;

export class CompanyIdentifierDto {
  @IsString()
  website = '';

  @IsOptional()
  @IsString()
  external_id?: string;
}

export class EnrichCompaniesDto {
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
