import { z } from 'zod';
import { recordCoverage } from '../coverage/coverage.dto.js';
import { Flag, Nullish, RequestDto, Text } from '../platform/http/validation/request-dto.js';
import { count, countOrNull, text, textOrNull, time } from './answer-fields.js';
import { pastImport } from './imports.dto.js';

@RequestDto({
  description: 'The person to erase, by exactly one of the two identifiers.',
  example: { email: 'jane.doe@example.com' },
})
export class ErasedPerson {
  @Nullish()
  @Text({ max: 2_000, description: 'The profile page of the person.' })
  network_url?: string | null;

  @Nullish()
  @Text({ max: 320, description: 'An e-mail address of the person.' })
  email?: string | null;

  @Nullish()
  @Flag({
    description:
      'True for a dry run: nothing is erased, and the answer says whom and what an erasure would erase. False by default.',
  })
  dry_run?: boolean | null;
}

@RequestDto({
  description: 'Two records that are one company or one person.',
  example: { stays: 'acme.com', goes: 'acme.example' },
})
export class MergedRecords {
  @Text({
    max: 2_000,
    description:
      'The record that is kept: a website, profile page, numeric id or e-mail address, or `id:` and its record_id.',
  })
  stays!: string;

  @Text({ max: 2_000, description: 'The record that is merged into it, named likewise.' })
  goes!: string;

  @Nullish()
  @Flag({
    description: 'True for a dry run: nothing is merged, and the answer shows what a merge would do. False by default.',
  })
  dry_run?: boolean | null;
}

@RequestDto({
  description: 'Two records that are not one company or one person.',
  example: { one: 'acme.com', other: 'acme.example' },
})
export class DistinctRecords {
  @Text({
    max: 2_000,
    description:
      'One of the records: a website, profile page, numeric id or e-mail address, or `id:` and its record_id.',
  })
  one!: string;

  @Text({ max: 2_000, description: 'The other record, named likewise.' })
  other!: string;

  @Nullish()
  @Flag({
    description:
      'True to take the verdict back, so that the list of duplicates may have the pair again. False by default.',
  })
  forget?: boolean | null;
}

export const coverageAnswer = z.object({
  counted_at: time('When the records were counted'),
  companies: recordCoverage.describe('The companies on record.'),
  persons: recordCoverage.describe('The persons on record.'),
  imports: z.array(pastImport).describe('The last ten imports, the newest first.'),
});

const mergedValue = (what: string) => z.unknown().describe(`${what}; null for none.`);

export const recordMergeAnswer = z.object({
  import_id: countOrNull('The entry in the list of imports, by which the merge can be undone; null for a dry run.'),
  dry_run: z.boolean().describe('Whether nothing was merged, and the answer says what a merge would do.'),
  values: z
    .array(
      z.object({
        field: text('The name of the field, as imports have it.'),
        stays: mergedValue('The value of the record that is kept'),
        goes: mergedValue('The value of the record that is merged into it'),
        becomes: mergedValue('The value of the record that is kept, after the merge'),
      }),
    )
    .describe('The fields of which one of the two records has a value.'),
  moves: z
    .record(z.string(), z.number())
    .describe('How many rows of other tables, such as follows, refer to the kept record from now on.'),
});

export const distinctionAnswer = z.object({
  one: text('The number of one record, as the list of duplicates has it.'),
  other: text('The number of the other record.'),
  distinct: z.boolean().describe('Whether the list of duplicates leaves the pair out from now on.'),
  changed: z.boolean().describe('Whether that was different before.'),
});

const likeRecord = z.object({
  record_id: text('The number of the record. Behind `id:` it names the record in a merge.'),
  name: textOrNull('The name.'),
  website: textOrNull('The website of a company; null for a person.'),
  network_url: textOrNull('The profile page.'),
  job_title: textOrNull('The job title of a person; null for a company.'),
  company_name: textOrNull('The name of the employer of a person; null for a company.'),
});

export const duplicatesAnswer = z.object({
  duplicates: z
    .array(
      z.object({
        confidence: z.number().describe('How certain it is that both are one, from 0 to 1.'),
        why: z.array(z.string()).describe('What speaks for it.'),
        conflicts: z.array(z.string()).describe('What speaks against it.'),
        one: likeRecord.describe('The older record.'),
        other: likeRecord.describe('The newer record.'),
      }),
    )
    .describe('Pairs of records, the most certain first. At most 1,000.'),
  found: count('How many pairs were found in all.'),
  left_out: count(
    'How many names, and words of names at one employer, were left out because too many records share them.',
  ),
});

const erased = z.object({
  persons: count('The number of persons.'),
  emails: count('The number of e-mail addresses.'),
  signals: count('The number of signals about the persons.'),
  prospects: count('The number of prospects in the results of runs.'),
  stored_answers: count('The number of answers that were stored for retries.'),
});

const knownPerson = z.object({
  name: textOrNull('The full name.'),
  job_title: textOrNull('The job title.'),
  company_name: textOrNull('The name of the employer.'),
  network_url: textOrNull('The profile page.'),
});

export const erasureAnswer = z.object({
  dry_run: z.literal(true).optional().describe('Only in the answer to a dry run, which has changed nothing.'),
  persons: z
    .array(knownPerson)
    .optional()
    .describe('The persons on record who would be erased. Only in the answer to a dry run.'),
  erased: erased.describe('What was deleted, or would be deleted.'),
  suppressed: z
    .object({ network_urls: count('The number of profile pages.'), emails: count('The number of e-mail addresses.') })
    .describe('By what later imports recognise the persons, and skip them.'),
});
