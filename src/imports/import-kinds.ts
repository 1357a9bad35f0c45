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
import { linkEmployers } from './persons/employer-linking.sql.js';
import { PersonMerge } from './persons/person-merge.sql.js';
import { type PersonRow, readPerson } from './persons/person-record.js';
import type { RecordShape } from './reading/column-mapping.js';
import type { ParsedRecord } from './reading/record-fields.js';
import { companyShape, personShape, signalShape } from './reading/record-shapes.js';
import type { RecordFormat } from './reading/record-source.js';
import type { SourceRecord } from './reading/text-lines.js';
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
  /** Whether a value of a record replaces a different stored value. */
  readonly onStored: OnStored;
  readonly suppression: Pick<SuppressionReader, 'suppressedAmong'>;
  /** The day of the import, `YYYY-MM-DD`. */
  readonly today: string;
  /** The source of those records that do not name a source themselves. */
  readonly source: string;
}

/** Writes the rows of one import. */
interface RowWriter<Row> {
  /** Merges rows in one transaction, in their order. Merging the same rows again changes nothing. */
  merge(rows: readonly Row[]): Promise<MergeCounts>;
  /** The keys of each row. They stand for everything that its merge would change or depends on now. */
  keysOf(rows: readonly Row[]): Promise<readonly RowKeys[]>;
}

/** How a kind of record is imported. */
export interface ImportKind<Row> {
  /** The columns of files of this kind: the fields, and the names that other products give these fields. */
  readonly shape: RecordShape;
  /** The tables that the import writes. After many changes, the statistics of these tables are updated. */
  readonly tables: readonly string[];
  /** Reads a record of a file. */
  parse(record: SourceRecord['record'], format: RecordFormat, settings: ImportSettings): ParsedRecord<Row>;
  /** Creates the staging table of the session. */
  writer(session: ImportSession, settings: ImportSettings): Promise<RowWriter<Row>>;
  /** Runs after the last row, also when the file had none. */
  finish?(session: ImportSession): Promise<void>;
}

/**
 * A record that matches a stored company by its id, else its profile URL, else its website, updates that company. Absent fields
 * stay unchanged, and lists are replaced. An identifier of another company stays with that company, except an alias that is the
 * website of a record with another name.
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
  writer: (session, { source, today, onStored }) =>
    CompanyMerge.prepare(session, today, new RecordSources(source, today), onStored),
  // Employers are linked even after an empty import, because an interrupted import may have left unlinked ones.
  finish: linkEmployers,
};

/**
 * A record updates the person with its profile page. Absent fields stay unchanged, and lists are replaced. Suppressed persons are
 * rejected with only their line number. The query counts of changed employers become due.
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
  writer: (session, { suppression, source, today, onStored }) =>
    PersonMerge.prepare(session, suppression, today, new RecordSources(source, today), onStored),
};

/**
 * Signals belong to a tenant. A signal that is stored already is skipped. A signal of a suppressed person is rejected, and
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

/** A record of a register adds names to the only stored company that has its name and country. It never creates a company. */
const registers: ImportKind<RegisterRow> = {
  shape: companyShape,
  tables: ['company_alias', 'company_former_name'],
  parse: (record, format) => readRegister(record, format),
  writer: (session) => Promise.resolve(new RegisterMerge(session)),
  finish: linkEmployers,
};

export const importKinds = { companies, persons, signals, registers } as const;

export type ImportKindName = keyof typeof importKinds;
