import { z } from 'zod';

const count = (description: string) => z.int().describe(description);
const text = (description: string) => z.string().describe(description);

const field = z.object({
  field: text('The name of the field.'),
  group: text('The group of the field. A record has one source for all fields of a group.'),
  records: count('How many of the counted records have a value.'),
  share: z.number().describe('The part of the counted records that has a value, from 0 to 1.'),
});

const source = z.object({
  source: text('The name of the source.'),
  groups: count('How many groups of fields of the counted records come from the source.'),
  within_30_days: count('How many of them an import last confirmed in the past 30 days.'),
  within_90_days: count('How many were last confirmed 31 to 90 days ago.'),
  within_365_days: count('How many were last confirmed 91 to 365 days ago.'),
  older: count('How many were last confirmed more than 365 days ago.'),
  oldest: text('The first of these days, `YYYY-MM-DD`.'),
  newest: text('The last of these days, `YYYY-MM-DD`.'),
});

/** The coverage of one kind of records, as the OpenAPI document describes it. */
export const recordCoverage = z.object({
  records: count('The number of stored records. It is an estimate if only a sample was counted.'),
  counted: count('The number of records that were read.'),
  method: z
    .enum(['all records', 'sample'])
    .describe('Whether all records were counted, or those of randomly chosen pages of the table.'),
  fields: z.array(field).describe('All fields.'),
  sources: z.array(source).describe('The 100 sources of most values, the largest first.'),
  without_source: count('How many of the counted records name no source.'),
});
