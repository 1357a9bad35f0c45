/** The fields of a line of companies.ndjson that the generator reads. */
export interface Company {
  readonly website: string;
  readonly name: string;
  readonly former_names?: readonly string[];
  readonly network_url: string;
  readonly industry: string;
  readonly founded_year: number;
  readonly size: string;
  readonly employee_count: number;
  readonly location_locality?: string;
  readonly location_region?: string;
  readonly location_country?: string;
  readonly technologies?: readonly { readonly name: string }[];
  readonly headcount_history?: readonly { readonly total: number }[];
}

/** The companies by their websites. */
export type Market = ReadonlyMap<string, Company>;

export type Gender = 'women' | 'men';

export interface Name {
  /** The names in Latin letters, as in a passport. E-mail addresses and profile pages are made from `given` and `family`. */
  readonly given: string;
  readonly family: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
}

export interface Experience {
  readonly title: string;
  readonly company_name: string;
  readonly company_website?: string;
  readonly start_date: string;
  readonly end_date: string | null;
}

/** A person in the import format. */
export interface Person {
  readonly network_url: string;
  readonly full_name: string;
  readonly job_title: string;
  readonly company_website?: string;
  readonly company_network_url?: string;
  readonly experience: readonly Experience[];
}

/** A signal in the import format. */
export interface Signal {
  readonly date: string;
  readonly signal_type: string;
  readonly message_text: string;
  readonly account_website: string;
  readonly intent_holder_network_url?: string;
  readonly source_type: string;
}
