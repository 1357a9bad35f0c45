import { CommandError } from '../platform/errors/command-error.js';
import type { SuppressionReader } from '../privacy/suppression.reader.js';
import { CompanyMerge } from './companies/company-merge.sql.js';
import { type CompanyRow, readCompany } from './companies/company-record.js';
import { RegisterMerge } from './companies/register-merge.sql.js';
import { readRegister, type RegisterRow } from './companies/register-record.js';
import type { RowKeys } from './merging/batch-locks.js';
import type { MergeCounts, OnStored } from './merging/batch-merge.js';
import type { ImportSession } from './merging/import-session.sql.js';
import { RecordSources } from './merging/record-sources.js';
import { RunMemory } from './merging/run-memory.js';
import { linkEmployers } from './persons/employer-linking.sql.js';
import { PersonMerge } from './persons/person-merge.sql.js';
import { type PersonRow, readPerson } from './persons/person-record.js';
import type { RecordShape } from './reading/column-mapping.js';
import type { ParsedRecord } from './reading/record-fields.js';
import { companyShape, personShape, signalShape } from './reading/record-shapes.js';
import type { RecordFormat } from './reading/record-source.js';
import type { SourceRecord } from './reading/ndjson-records.js';
import { SignalMerge } from './signals/signal-merge.sql.js';
import { type AcceptedTypes, readSignal, type SignalRow } from './signals/signal-record.js';

/** The settings of one import, apart from its file. */
export interface ImportSettings {
  /** The accepted host names of profile URLs; null for any host. */
  readonly hosts: readonly string[] | null;
  /** The tenant that owns the records; null for records of the whole installation. */
  readonly tenantId: string | null;
  /** The accepted types of signals. */
  readonly types: AcceptedTypes;
  /** Whether a value of a record replaces a different stored value, or only fills a blank. */
  readonly onStored: OnStored;
  readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>;
  /** The day of the import, `YYYY-MM-DD`. */
  readonly today: string;
  /** The name of the source, for records that do not name a source themselves. */
  readonly source: string;
  /** The memory of the import, which its threads share; see {@link RunMemory}. */
  readonly memory: SharedArrayBuffer;
}

/** Writes the rows of one import. */
interface RowWriter<Row> {
  /** Merges rows in one transaction, in their order. Merging the same rows again changes nothing. */
  merge(rows: readonly Row[]): Promise<MergeCounts>;
  /** Compares all rows of the next batch with each other. Without this call, only the rows that are merged together are compared. */
  compare?(rows: readonly Row[]): Promise<void>;
  /** The keys of each row: they name everything that a merge of the row would now read or change. See {@link RowKeys}. */
  keysOf(rows: readonly Row[]): Promise<readonly RowKeys[]>;
}

/** How a kind of record is imported. */
export interface ImportKind<Row> {
  /** The fields that a record of this kind can have, and the names that other products give these fields in their files. */
  readonly shape: RecordShape;
  /** The tables that the import writes. After an import with many changes, the planner's statistics of these tables are updated. */
  readonly tables: readonly string[];
  /** Reads a record of a file. */
  parse(record: SourceRecord['record'], format: RecordFormat, settings: ImportSettings): ParsedRecord<Row>;
  /** Prepares a database session, for example by creating its staging table, and returns the writer that uses the session. */
  writer(session: ImportSession, settings: ImportSettings): Promise<RowWriter<Row>>;
  /** Runs after the last row, even if the file had no row. */
  finish?(session: ImportSession): Promise<void>;
}

/**
 * A record updates the stored company with its network id, else with its profile URL, else with its website; without such a
 * company it creates one. Fields that the record does not have stay unchanged, and its lists replace the stored lists. If another
 * company has an identifier of the record, that company keeps it.
 *
 * There is one exception. A record may match a stored company only by a website that is an alias of this company. If the record then has
 * another name, it creates a new company, and the website moves to the new company.
 */
const companies: ImportKind<CompanyRow> = {
  shape: companyShape,
  tables: [
    'company',
    'company_domain',
    'company_former_name',
    'company_alias',
    'company_technology',
    'company_headcount',
  ],
  parse: (record, format, { hosts }) => readCompany(record, format, hosts),
  writer: (session, { source, today, onStored, memory }) =>
    CompanyMerge.prepare(session, today, new RecordSources(source, today), onStored, new RunMemory(memory)),
  // Persons are linked to their employers even if this import was empty, because an interrupted import may have left persons unlinked.
  finish: linkEmployers,
};

/**
 * A record updates or creates the person with its profile page. `identityOf` says what happens to a record without a profile page.
 * Fields that the record does not have stay unchanged, and its lists replace the stored lists. A record of a suppressed person is
 * rejected, and only its line number is reported. The query fields of employers whose persons changed are counted again.
 */
const persons: ImportKind<PersonRow> = {
  shape: personShape,
  tables: [
    'person',
    'person_email',
    'person_phone',
    'person_skill',
    'person_education',
    'person_experience',
    'person_block',
  ],
  parse: (record, format, { hosts }) => readPerson(record, format, hosts),
  writer: (session, { suppression, source, today, onStored, memory }) =>
    PersonMerge.prepare(session, suppression, today, new RecordSources(source, today), onStored, new RunMemory(memory)),
};

/**
 * Signals belong to a tenant. A signal that the tenant already has is skipped. A signal about a suppressed person is rejected, and
 * only its line number is reported.
 */
const signals: ImportKind<SignalRow> = {
  shape: signalShape,
  tables: ['signal'],
  parse: (record, format, settings) => readSignal(record, format, settings),
  writer: async (session, { suppression, tenantId }) => {
    if (tenantId === null) throw new CommandError('Signals belong to a tenant: name it with --tenant');
    return SignalMerge.prepare(session, suppression, tenantId);
  },
};

/** A record of a register adds names to the stored company with its name and country, if there is exactly one. */
const registers: ImportKind<RegisterRow> = {
  shape: companyShape,
  tables: ['company_alias', 'company_former_name'],
  parse: (record, format) => readRegister(record, format),
  writer: (session) => Promise.resolve(new RegisterMerge(session)),
  finish: linkEmployers,
};

export const importKinds = { companies, persons, signals, registers } as const;

export type ImportKindName = keyof typeof importKinds;
