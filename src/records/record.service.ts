import { Inject, Injectable } from '@nestjs/common';
import { sourcesOf, type StoredSources } from '../catalogue/field-groups.js';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import { configToken, type Config } from '../platform/config/config.js';
import { isoDateFlaw } from '../platform/http/validation/iso-date.js';
import { CommandError } from '../platform/errors/command-error.js';
import type { Operator } from '../operations/operation.js';
import { RecordNames } from '../imports/merges/record-names.sql.js';
import { RecordRemovalService } from '../imports/undo/record-removal.service.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import {
  type CompanyDeletion,
  type StoredCompany,
  StoredCompanySql,
  type StoredPerson,
  StoredPersonSql,
  StoredSignalSql,
} from './stored-records.sql.js';

/** The commands with which operators show and delete stored records. */
@Injectable()
export class RecordService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly companies: StoredCompanySql,
    private readonly persons: StoredPersonSql,
    private readonly signals: StoredSignalSql,
    private readonly tenants: TenantService,
    private readonly names: RecordNames,
    private readonly removals: RecordRemovalService,
    @Inject(configToken) private readonly config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Returns all stored data of a company.
   * @param identifier a website or another domain, a profile page or a network id; it is normalised, and must then match exactly
   * @throws CommandError when the identifier is invalid or the company does not exist
   */
  async company(identifier: string): Promise<StoredCompany> {
    return this.existing(await this.companyId(identifier), identifier);
  }

  /**
   * Deletes a company, with everything that only belongs to it. A later import may create the company again.
   * @param identifier a website or another domain, a profile page or a network id
   * @throws CommandError when the identifier is invalid or the company does not exist
   */
  async deleteCompany(
    identifier: string,
  ): Promise<{ readonly company: StoredCompany; readonly deleted: CompanyDeletion }> {
    const id = await this.companyId(identifier);
    const company = await this.existing(id, identifier);
    return { company, deleted: (await this.companies.delete(id)) ?? noCompany(identifier) };
  }

  /**
   * Returns all stored data of a person.
   * @param identifier a profile page or an e-mail address
   * @throws CommandError when the identifier is invalid or does not belong to exactly one person
   */
  async person(identifier: string): Promise<StoredPerson> {
    const found = await this.persons.byIds(await this.names.persons(identifier));
    const [person, ...others] = found;
    if (person === undefined)
      throw new CommandError('No person is stored with this profile page or e-mail address; check its spelling');
    if (others.length === 0) return this.personWithPages(person);
    const pages = found
      .flatMap(({ contact_network_url: page }) => (typeof page === 'string' ? this.writePage(page) : []))
      .join(', ');
    throw new CommandError(`${found.length} persons have this address; give the profile page of one: ${pages}`);
  }

  /**
   * Deletes a person, whom a later import may bring again; an erasure keeps imports from that. The deletion is an entry of the journal of
   * imports, so it can be undone.
   * @param identifier a profile page or an e-mail address
   * @throws CommandError when the identifier is invalid or does not belong to exactly one person
   */
  async deletePerson(identifier: string, operator: Operator | null) {
    await this.person(identifier);
    const about = { kind: 'person', source: 'person delete', operator } as const;
    return this.removals.remove(about, async (_, after) => (after === '0' ? this.names.persons(identifier) : []));
  }

  /**
   * Deletes the signals of a tenant whose date is before a day.
   * @param date the day, `YYYY-MM-DD`
   * @returns the number of deleted signals
   * @throws CommandError when the tenant does not exist or the date is invalid
   */
  async deleteSignals(tenantId: string, date: string, signal: AbortSignal): Promise<number> {
    if (isoDateFlaw(date) !== null) throw new CommandError('--before must be a date, YYYY-MM-DD');
    await this.tenants.existing(tenantId);
    return this.signals.deleteBefore(tenantId, date, signal);
  }

  private async existing(id: string, identifier: string): Promise<StoredCompany> {
    const company = (await this.companies.byId(id)) ?? noCompany(identifier);
    const sources = sourcesOf(company.sources as StoredSources | null);
    return { ...company, network_url: this.written(company.network_url), sources };
  }

  private personWithPages(person: StoredPerson): StoredPerson {
    const { contact_network_url: page, company_network_url: employer, experience } = person;
    const positions = (experience as Readonly<Record<string, unknown>>[]).map((position) => ({
      ...position,
      company_network_url: this.written(position.company_network_url),
    }));
    return {
      ...person,
      contact_network_url: this.written(page),
      company_network_url: this.written(employer),
      experience: positions,
      sources: sourcesOf(person.sources as StoredSources | null),
    };
  }

  /** Writes a stored profile page in the form that it has in answers; null stays null. */
  private written(page: unknown): unknown {
    return typeof page === 'string' ? this.writePage(page) : page;
  }

  private async companyId(identifier: string): Promise<string> {
    const [id] = await this.names.companies(identifier);
    return id ?? noCompany(identifier);
  }
}

function noCompany(identifier: string): never {
  throw new CommandError(`There is no company ${JSON.stringify(identifier)}`);
}
