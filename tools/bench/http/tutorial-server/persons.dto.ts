import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';

export const personFields = [
  'full_name',
  'job_title',
  'company_website',
  'contact_country',
  'location_locality',
] as const;

export type PersonFieldName = (typeof personFields)[number];

export class PersonIdentifierDto {
  @IsString()
  network_url = '';

  @IsOptional()
  @IsString()
  external_id?: string;
}

export class EnrichPersonsDto {
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
