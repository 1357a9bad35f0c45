import { z } from 'zod';
import { refusalSchema } from '../platform/http/openapi/openapi-failures.js';
import {
  AnyObject,
  Flag,
  JsonNumber,
  Nullish,
  OneOf,
  OptionalParameter,
  RequestDto,
  Text,
  WholeNumber,
} from '../platform/http/validation/request-dto.js';
import { count, countOrNull, text, textOrNull, time, timeOrNull } from './answer-fields.js';
import { ListParameters } from './operator.dto.js';

@RequestDto({
  description: 'A file to import. It is sent afterwards, in pieces.',
  example: { kind: 'companies', file: 'companies.csv', size_bytes: 52_000 },
})
export class NewUpload {
  @OneOf(['companies', 'persons', 'signals'], { description: 'What the records of the file are.' })
  kind!: 'companies' | 'persons' | 'signals';

  @Text({ max: 200, description: 'The name of the file, whose ending tells its format.', example: 'companies.csv' })
  file!: string;

  @JsonNumber({ min: 1, max: 68_719_476_736, isWhole: true, description: 'The size of the file in bytes.' })
  size_bytes!: number;

  @Nullish()
  @Text({ max: 63, description: 'The tenant of the signals. Companies and persons belong to no tenant.' })
  tenant?: string | null;

  @Nullish()
  @Flag({ description: 'Whether to store nothing and only say what would be stored; false by default.' })
  dry_run?: boolean | null;

  @Nullish()
  @Text({ max: 200, description: 'The source of the values; by default the name of the file.' })
  source?: string | null;

  @Nullish()
  @Flag({ description: 'Whether stored values are kept, so that only blank fields are filled; false by default.' })
  keep_existing?: boolean | null;

  @Nullish()
  @JsonNumber({
    min: 0,
    max: 1,
    description:
      'The share of the records in which stored values may be replaced. An import that replaces more is refused and stores nothing; 0.3 by default, and 1 allows everything.',
  })
  max_changed?: number | null;

  @Nullish()
  @Flag({ description: 'Whether a record with any invalid value is rejected; false by default.' })
  strict?: boolean | null;

  @Nullish()
  @Flag({ description: 'Whether signals may have types that are not in the list of types; false by default.' })
  any_type?: boolean | null;

  @Nullish()
  @Text({ max: 200, description: 'The sheet of a workbook; by default the first visible one that looks like a table.' })
  sheet?: string | null;

  @Nullish()
  @AnyObject({
    description:
      'By the name of a column, the field that it fills, or null if it is ignored; other columns are read by their names.',
    example: { Firma: 'name', Notes: null },
  })
  map?: Readonly<Record<string, unknown>> | null;

  @Nullish()
  @AnyObject({
    description: 'By the name of a field, the text that every record gets in it.',
    example: { location_country: 'Germany' },
  })
  set?: Readonly<Record<string, unknown>> | null;
}

/** The parameters of a request that sends one piece of a file. */
export class PieceParameters {
  @WholeNumber({
    min: 0,
    max: 68_719_476_736,
    description: 'Where the piece belongs in the file, in bytes.',
    example: 0,
  })
  offset!: number;
}

/** The parameters of a request for one part of the rejected lines. */
export class RejectsParameters {
  @OptionalParameter()
  @WholeNumber({ min: 0, max: 68_719_476_736, description: '`next` of the part before; 0 by default.' })
  start?: number;
}

/** The parameters of a request for the changes of an import. */
export class ChangeParameters extends ListParameters {
  @OptionalParameter()
  @Text({ max: 40, description: '`next_cursor` of the part before; absent for the first part.', example: 'c5000' })
  cursor?: string;
}

/** What an import has done so far. */
const importCounts = {
  read: count('The number of records that were read: the sum of new, changed, unchanged, joining and rejected ones.'),
  inserted: count('The number of records that made a new company, person or signal.'),
  updated: count('The number of records that changed a stored company, person or signal.'),
  unchanged: count('The number of records that changed no stored value.'),
  joined: count('The number of records by which two stored persons became one.'),
  rejected: count('The number of records that were rejected.'),
  warnings: count('The number of values that could not be read and were left out.'),
};

const kind = text('`companies`, `persons` or `signals`.');

const signalTenant = textOrNull('The tenant of the signals; null for companies and persons.');

export const pastImport = z.object({
  import_id: count('The id of the import.'),
  action: z
    .enum(['import', 'undo', 'merge', 'removal'])
    .describe(
      'What the entry is: an import, an undo of another entry, a merge of two records, or a removal of records.',
    ),
  undoes: z.int().nullable().describe('The entry that an undo takes back; null for all other entries.'),
  undone_by: countOrNull(
    'The undo that has taken this entry back; null if there is none, or if that undo was itself taken back.',
  ),
  started_at: time('When the import began'),
  kind,
  file: text('The name of the file.'),
  source: text('The source of the values.'),
  tenant: signalTenant,
  outcome: z
    .enum(['complete', 'interrupted', 'failed', 'refused', 'not ended'])
    .describe(
      '`not ended` for an import that is running, or whose process was killed; `refused` for one that would have replaced too many values.',
    ),
  seconds: z.number().nullable().describe('How long the import took; null for one that has not ended.'),
  ...importCounts,
  system_user: textOrNull('The account of the operating system that ran the import; null if it is not known.'),
  host: textOrNull('The computer on which the import ran; null if it is not known.'),
});

const fieldTally = z.object({
  field: text('The name of the field.'),
  changed: count('The number of records in which the field changed.'),
  filled: count('In how many of them the field was blank before; of a list, in how many items were only added.'),
  emptied: count('In how many of them the field is blank now.'),
  most_frequent: z
    .object({ value: text('The value.'), records: count('How many records have it now.') })
    .nullable()
    .describe('The most frequent new value; null if no two records have the same.'),
  kind_before: textOrNull('The kind of most values before, such as `number`; null for none.'),
  kind_after: textOrNull('The kind of most values after.'),
});

const changeSummary = z.object({
  inserted: count('How many records were inserted.'),
  changed: count('How many stored records were changed.'),
  replaced: count('In how many of them a stored value was replaced or removed.'),
  fields: z.array(fieldTally).describe('The fields that changed, the most frequent first.'),
  warnings: z.array(z.string()).describe('Patterns that are typical for a wrong file.'),
});

const recordNames = {
  kind: z.enum(['company', 'person']).describe('What the record is.'),
  name: textOrNull('The name that is stored now.'),
  network_url: textOrNull('The profile page that is stored now.'),
  website: textOrNull('The website of a company; null for a person.'),
};

export const importAnswer = pastImport.extend({
  changes: changeSummary.describe('A summary of what the import changed.'),
});

const changedRecord = z
  .object({
    ...recordNames,
    changes: z
      .array(
        z.object({
          field: text('The name of the field; `record` if the record was removed or brought back.'),
          before: z.unknown().describe('The value before; of a list the items that were removed; null for none.'),
          after: z.unknown().describe('The value after; of a list the items that were added; null for none.'),
        }),
      )
      .describe('The changed fields.'),
  })
  .meta({ id: 'ChangedRecord' });

export const importChangesAnswer = z.object({
  records: z.array(changedRecord).describe('The changed records.'),
  next_cursor: textOrNull('Where the next part begins; null after the last part.'),
});

export const undoneImportAnswer = z
  .object({
    import_id: count('The entry of the undo. Undoing it repeats what was undone.'),
    undoes: count('The entry that was undone.'),
    restored: count('How many records got former values back.'),
    removed: count('How many records were removed, because the import had inserted them.'),
    brought_back: count('How many removed records were brought back.'),
    signals: count('How many signals were deleted or brought back.'),
    left: count('How many records were left, or keep some values.'),
    left_records: z
      .array(
        z.object({
          ...recordNames,
          fields: z.array(z.string()).describe('The fields that keep their values; `record` for the whole record.'),
          reason: text('Why they keep them.'),
        }),
      )
      .describe('The first records that were left, at most 100.'),
  })
  .meta({ id: 'UndoneImport' });

export const importsAnswer = z.object({ imports: z.array(pastImport).describe('Imports, the newest first.') });

const column = z.object({
  column: text('The name of the column in the file.'),
  field: textOrNull('The field that the column fills; null for a column that is not used.'),
  understood: text(
    'How the field was recognised: `name` of the field, `synonym` of another product, `rule` from the words of the name, or `ignored`.',
  ),
});

export const uploadAnswer = z
  .object({
    upload_id: z.uuid().describe('The id of the upload.'),
    import_id: countOrNull('The id of its import in the list of imports; null until it begins, and for a dry run.'),
    kind,
    file: text('The name of the file.'),
    tenant: signalTenant,
    dry_run: z.boolean().describe('Whether nothing is stored, and the counts say what would be stored.'),
    state: z
      .enum(['uploading', 'waiting', 'running', 'complete', 'interrupted', 'failed'])
      .describe('`uploading`: pieces are missing. `waiting`: the file is complete, and another import runs.'),
    size_bytes: count('The size of the file, in bytes.'),
    received_bytes: count('Where the next piece begins.'),
    imported_bytes: count('How much of the file the import has read, in bytes.'),
    started_at: time('When the upload was announced'),
    ended_at: timeOrNull('When the import ended', 'if it has not ended'),
    ...importCounts,
    columns: z.array(column).describe('The columns of the file; empty until the import has read them.'),
    notes: z.array(z.string()).describe('What the import tells the operator, such as the names of ignored columns.'),
    note_kinds: z
      .array(z.string().nullable())
      .describe('The kind of each note, such as `ignored columns`; null for a note that an earlier version stored.'),
    changes: changeSummary
      .extend({ records: z.array(changedRecord).describe('The first records that would be changed, at most 25.') })
      .nullable()
      .describe(
        'What the file would change, after a dry run; null for an import, in the list of uploads, and for persons after an erasure.',
      ),
    failure: textOrNull('Why the import failed; null if it did not.'),
    refusal: refusalSchema
      .nullable()
      .describe('The failure as a program reads it; null if the import did not fail, or the failure has no code.'),
  })
  .meta({ id: 'OperatorUpload' });

export const uploadsAnswer = z.object({
  uploads: z.array(uploadAnswer).describe('The uploads of the last week, the newest first.'),
});

export const rejectsAnswer = z.object({
  rejects: z
    .array(z.object({ line: count('The number of the line in the file, from 1.') }).catchall(z.unknown()))
    .describe(
      'Each item is a rejected record, with its `reason`, or a value that was left out, with its `member` and the `warning`.',
    ),
  next: countOrNull('Where the next part begins; null at the end.'),
});
