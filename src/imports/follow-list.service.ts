import { Inject, Injectable } from '@nestjs/common';
import type { ListedLine } from '../follows/follow.service.js';
import type { FollowedKind, ListedRecord } from '../follows/follow.sql.js';
import { parseEmail } from '../matching/emails/email.js';
import { normaliseNetworkId, parseProfileUrl } from '../matching/urls/profile-url.js';
import { normaliseWebsite } from '../matching/urls/website.js';
import { configToken, type Config } from '../platform/config/config.js';
import { readCompany } from './companies/company-record.js';
import { readPerson } from './persons/person-record.js';
import type { ColumnNames } from './reading/csv-records.js';
import { ColumnMapping } from './reading/column-mapping.js';
import { reasonOf } from './reading/record-fields.js';
import { openRecordSource, type RecordSourceOptions } from './reading/record-source.js';
import { companyShape, personShape } from './reading/record-shapes.js';

type ListOptions = Pick<RecordSourceOptions, 'stdin' | 'signal'>;

const nothing: ListedRecord = { networkIds: [], networkUrls: [], hosts: [], addresses: [] };

/** Reads lists of the records that a tenant is to follow. */
@Injectable()
export class FollowListService {
  constructor(@Inject(configToken) private readonly config: Config) {}

  /**
   * Reads the identifiers of companies or persons from a file. The file is one that the imports can read, or it has one identifier in
   * each line: the website, profile page or id of a company, or the profile page or an e-mail address of a person.
   * @param path `-` for standard input
   * @throws CommandError when the file cannot be read, or has neither a known column nor an identifier in its first row
   */
  async *lines(kind: FollowedKind, path: string, options: ListOptions): AsyncGenerator<ListedLine> {
    const hosts = this.config.networkHosts;
    const columns = new ListColumns(kind, hosts);
    const source = await openRecordSource(path, { ...options, columns });
    try {
      let isFirst = true;
      for await (const entry of source.entries) {
        if (isFirst && columns.firstCells !== null) yield lineOf(1, columns.firstCells, kind, hosts);
        isFirst = false;
        const { line } = entry;
        if ('reason' in entry) yield { line, reason: entry.reason };
        else if (columns.firstCells !== null) yield lineOf(line, Object.values(entry.record).map(String), kind, hosts);
        else yield recordOf(line, columns.names.renamed(entry.record), kind, hosts, source.format);
      }
      if (isFirst && columns.firstCells !== null) yield lineOf(1, columns.firstCells, kind, hosts);
    } finally {
      source.close();
    }
  }
}

/**
 * The columns of a list. The list has no header row if no cell of its first row is a known column name, but one of the cells is an
 * identifier, such as `acme.com`.
 */
class ListColumns implements ColumnNames {
  readonly names: ColumnMapping;
  /** If the list has no header row, the cells of the first row, which then are a line of the list. Otherwise null. */
  firstCells: readonly string[] | null = null;

  constructor(
    private readonly kind: FollowedKind,
    private readonly hosts: readonly string[] | null,
  ) {
    this.names = new ColumnMapping(kind === 'companies' ? companyShape : personShape);
  }

  isKnown(name: string): boolean {
    return this.names.isKnown(name) || identifierOf(name, this.kind, this.hosts) !== null;
  }

  readsLinks(name: string): boolean {
    return this.names.readsLinks(name);
  }

  checkColumns(cells: readonly string[]): void {
    if (cells.some((cell) => this.names.isKnown(cell))) this.names.checkColumns(cells);
    else this.firstCells = cells;
  }
}

/** Reads a row of a list without a header row: the first cell that is an identifier counts. */
function lineOf(
  line: number,
  cells: readonly string[],
  kind: FollowedKind,
  hosts: readonly string[] | null,
): ListedLine {
  const [record] = cells.flatMap((cell) => identifierOf(cell, kind, hosts) ?? []);
  return record === undefined ? { line, reason: `is no ${expected[kind]}` } : { line, record };
}

const expected = {
  companies: 'website, profile page or id of a company',
  persons: 'profile page or e-mail address of a person',
};

function identifierOf(text: string, kind: FollowedKind, hosts: readonly string[] | null): ListedRecord | null {
  const page = parseProfileUrl(text, hosts === null ? {} : { hosts });
  if (kind === 'persons') {
    if (page !== null) return page.kind === 'in' ? { ...nothing, networkUrls: [page.canonical] } : null;
    const email = parseEmail(text);
    return email === null ? null : { ...nothing, addresses: [email.address] };
  }
  const networkId = normaliseNetworkId(text);
  if (networkId !== null) return { ...nothing, networkIds: [networkId] };
  if (page !== null && page.kind !== 'in')
    return { ...nothing, networkUrls: [page.canonical], networkIds: page.numericId === null ? [] : [page.numericId] };
  const host = page === null ? normaliseWebsite(text) : null;
  return host === null ? null : { ...nothing, hosts: [host] };
}

/** Reads the identifiers of a record in the same way as the imports of companies and persons do. */
function recordOf(
  line: number,
  record: Readonly<Record<string, unknown>>,
  kind: FollowedKind,
  hosts: readonly string[] | null,
  format: 'ndjson' | 'csv',
): ListedLine {
  if (kind === 'companies') {
    const { row, faults } = readCompany(record, format, hosts);
    if (row === null) return { line, reason: reasonOf(faults) };
    const { networkId, networkUrl, website } = row;
    return {
      line,
      record: {
        ...nothing,
        networkIds: networkId === null ? [] : [networkId],
        networkUrls: networkUrl === null ? [] : [networkUrl],
        hosts: website === null ? [] : [website],
      },
    };
  }
  const { row, faults } = readPerson(record, format, hosts);
  if (row === null) return { line, reason: reasonOf(faults) };
  const addresses = (row.emails ?? []).map(({ address }) => address);
  if (row.networkUrl === null && addresses.length === 0) return { line, reason: `has no ${expected.persons}` };
  return { line, record: { ...nothing, networkUrls: row.networkUrl === null ? [] : [row.networkUrl], addresses } };
}
