import { compileChecker } from './compile-checker.js';
import {
  FieldNames,
  Flag,
  FlagOrFieldNames,
  IsoDate,
  ListOf,
  NeedsOneOf,
  Nested,
  Nullish,
  OneOf,
  RequestDto,
  Text,
} from './request-dto.js';
import { ValidationException, type ValidationErrorItem } from './validation-exception.js';

/** The checked body. @throws ValidationException */
export function checked<Dto extends object>(dto: new () => Dto, body: unknown, maxBatch = 1_000): Dto {
  return compileChecker(dto, { maxBatch })(body, 'body');
}

/** Returns the validation errors of a body. The list is empty if the body is valid. */
export function errorsOf(dto: new () => object, body: unknown, maxBatch = 1_000): readonly ValidationErrorItem[] {
  try {
    checked(dto, body, maxBatch);
    return [];
  } catch (error) {
    if (error instanceof ValidationException) return error.items;
    throw error;
  }
}

const signalTypes = [
  'ALL',
  'new_hire',
  'Key Changes',
  'Account Visitor',
  'Prospect Visitor',
  'Event Attendee',
  'Member in a community of interest',
  'Network Job Post',
  'trcontact_website_visitor',
  'Hiring Growth',
  'Company Change',
  'Promotion',
  'Join Community',
  'hiring_manager',
  'role_change',
  'account_website_visitor',
  'Topic Engagement',
  'Article',
  'High Intent',
  'Role Change',
  'Change in position',
  'Event Appearance',
  'New Hire',
  'change_company',
  'Job Posting',
];

@RequestDto()
class AllowSignals {
  @Nullish()
  @IsoDate()
  start_time?: string | null;

  @Nullish()
  @IsoDate()
  end_time?: string | null;

  @Nullish()
  @OneOf(signalTypes)
  type?: string | null;
}

@RequestDto()
@NeedsOneOf([['website'], ['network_url'], ['network_id']], 'website, network_url or network_id is required')
class CompanyIdentifier {
  @Nullish() @Text() website?: string | null;
  @Nullish() @Text() network_url?: string | null;
  @Nullish() @Text() network_id?: string | null;
  @Nullish() @Text() external_id?: string | null;
}

@RequestDto()
class CompanyEnrichRequest {
  @ListOf(CompanyIdentifier, { max: ({ maxBatch }) => maxBatch })
  companies!: CompanyIdentifier[];

  @FieldNames() fields: string[] = [];
  @Flag() include_metadata = false;
  @Flag() enhanced_matching = true;
  @Nullish() @Nested(AllowSignals) allow_signals?: AllowSignals | null;
}

const employers = ['company_domain', 'company_name'];
const names = employers.flatMap((employer) => [
  ['full_name', employer],
  ['first_name', 'last_name', employer],
]);

@RequestDto()
@NeedsOneOf([['network_url'], ['work_email'], ...names], 'the identifier has no valid combination of fields')
class PersonIdentifier {
  @Nullish() @Text() network_url?: string | null;
  @Nullish() @Text() work_email?: string | null;
  @Nullish() @Text() full_name?: string | null;
  @Nullish() @Text() first_name?: string | null;
  @Nullish() @Text() last_name?: string | null;
  @Nullish() @Text() company_domain?: string | null;
  @Nullish() @Text() company_name?: string | null;
  @Nullish() @Text() external_id?: string | null;
}

@RequestDto()
class PersonEnrichRequest {
  @ListOf(PersonIdentifier, { max: ({ maxBatch }) => maxBatch })
  persons!: PersonIdentifier[];

  @Nullish() @FieldNames() fields?: string[] | null;
  @Flag() include_personas = false;
  @Flag() include_contact_data = false;
  @FlagOrFieldNames() enrich_company: boolean | string[] = false;
  @Nullish() @Nested(AllowSignals) allow_signals?: AllowSignals | null;
}

@RequestDto()
class GetSignalsRequest {
  @IsoDate() start_time!: string;
  @IsoDate() end_time!: string;
  @Nullish() @OneOf(signalTypes) type?: string | null;
}

@RequestDto()
class StartProspectingRequest {
  @Text() network_url!: string;
  @Nullish() @Text() team_name?: string | null;
  @Nullish() @Text() client_email?: string | null;
}

/** A class with one member, `m`. */
export function dtoWith(...decorators: readonly PropertyDecorator[]): new () => object {
  class Dto {
    m: unknown;
  }
  for (const decorate of decorators) decorate(Dto.prototype, 'm');
  return Dto;
}

/** The DTO classes of this file, by the path of the route for which the service has a class like this. */
export const dtos = new Map<string, new () => object>([
  ['/v1/company/enrich', CompanyEnrichRequest],
  ['/v1/person/enrich', PersonEnrichRequest],
  ['/v1/signals/get-signals', GetSignalsRequest],
  ['/v1/prospecting/start', StartProspectingRequest],
]);
