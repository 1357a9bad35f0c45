import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memberOf } from '../../../random.js';
import type { Judged } from '../confidence.js';
import type { Person } from '../data.js';
import type { OwnService } from '../own-service.js';
import { importRecords } from './labelled-cases.js';

/** Names from public data sets, with the records that they mean. They are in the file `evidence-open.json.gz`. */
export interface ColleagueData {
  /** Politicians: the id, the stored name, and the country. The employer of a politician is the parliament of this country. */
  readonly stored: readonly (readonly [id: string, name: string, country: string])[];
  /** Requests for these politicians: `b` is the name by which the politician with this `id` is requested. */
  readonly members: readonly {
    readonly set: string;
    readonly id: string;
    readonly country: string;
    readonly b: string;
  }[];
  /** Persons without stored colleagues: `a` is the stored name, and `b` the name by which the person is requested. */
  readonly alone: readonly { readonly set: string; readonly a: string; readonly b: string }[];
  /**
   * Companies: `a` is the stored name, `b` the name by which the company is requested, and `near` has the most similar names of other
   * companies. If `a` is null, `b` is the name of no stored company.
   */
  readonly companies: readonly {
    readonly set: string;
    readonly a: string | null;
    readonly b: string;
    readonly near: readonly string[];
  }[];
}

/** Reads `evidence-open.json.gz` of a folder. @returns null if the folder has no such file */
export async function readColleagues(folder: string): Promise<ColleagueData | null> {
  const bytes = await readFile(join(folder, 'evidence-open.json.gz')).catch(() => null);
  return bytes === null ? null : (JSON.parse(gunzipSync(bytes).toString('utf8')) as ColleagueData);
}

/**
 * Imports all records and requests them by their other names. Each person of a parliament is among its colleagues. A person at a
 * company has a namesake at each of the companies with the nearest names.
 * @param names persons with different names, who become the employees of the companies
 * @returns the matches, each with its confidence and whether it is right
 */
export async function judgeColleagues(
  service: OwnService,
  { stored, members, alone, companies }: ColleagueData,
  names: readonly Person[],
): Promise<Judged[]> {
  const countries = [...new Set(stored.map(([, , country]) => country))];
  const parliament = (country: string): string => `parliament-${countries.indexOf(country)}.example`;
  const numbers = new Map(stored.map(([id], index) => [id, index]));
  const meant = companies.filter(({ a }) => a !== null).slice(0, names.length);
  const sites = new Map<string, string>();
  for (const name of meant.flatMap(({ a, near }) => [a ?? '', ...near])) {
    if (!sites.has(name)) sites.set(name, `business-${sites.size}.example`);
  }
  const employee = (index: number): string => {
    const { first_name: first, last_name: last } = memberOf(names, index);
    return `${first} ${last}`;
  };
  await importRecords(service, {
    companies: [
      ...countries.map((country) => ({ website: parliament(country), name: `Parliament of ${country}` })),
      ...alone.map((_, index) => ({ website: `alone-${index}.example`, name: `Employer ${index}` })),
      ...[...sites].map(([name, website]) => ({ website, name })),
    ],
    persons: [
      ...stored.map(([, name, country], index) => ({
        ...{ network_url: pageOf('member', index), full_name: name },
        company_website: parliament(country),
      })),
      ...alone.map(({ a }, index) => ({
        ...{ network_url: pageOf('alone', index), full_name: a },
        company_website: `alone-${index}.example`,
      })),
      ...meant.flatMap(({ a, near }, index) =>
        [...new Set([a ?? '', ...near])].map((name, place) => ({
          ...{ network_url: pageOf('employee', `${index}-${place}`), full_name: employee(index) },
          ...{ company_name: name, company_website: sites.get(name) },
        })),
      ),
    ],
  });
  return [
    ...(await judge(
      service,
      members.map(({ set, id, country, b }) => ({
        ...{ set, page: pageOf('member', numbers.get(id) ?? '') },
        identifier: { full_name: b, company_domain: parliament(country) },
      })),
    )),
    ...(await judge(
      service,
      alone.map(({ set, b }, index) => ({
        ...{ set, page: pageOf('alone', index) },
        identifier: { full_name: b, company_domain: `alone-${index}.example` },
      })),
    )),
    ...(await judge(
      service,
      meant.map(({ set, b }, index) => ({
        ...{ set, page: pageOf('employee', `${index}-0`) },
        identifier: { full_name: employee(index), company_name: b },
      })),
    )),
  ];
}

interface Asked {
  readonly set: string;
  readonly page: string;
  readonly identifier: object;
}

async function judge(service: OwnService, cases: readonly Asked[]): Promise<Judged[]> {
  const identifiers = cases.map(({ identifier }) => identifier);
  const options = { fields: ['contact_network_url'] };
  const results = await service.enrich('/v1/person/enrich', 'persons', identifiers, options);
  return cases.flatMap(({ set, page }, index) => {
    const { data, match } = memberOf(results, index);
    return match === undefined ? [] : { set, ...match, isRight: data.contact_network_url === page };
  });
}

const pageOf = (kind: string, number: number | string): string => `https://www.network.com/in/${kind}-of-set-${number}`;
