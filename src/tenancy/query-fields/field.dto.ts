import { z } from 'zod';

const name = z.string().meta({ description: 'The name in `fields`.' });

const catalogueField = z
  .object({
    name,
    type: z.enum(['string', 'integer', 'boolean', 'string[]', 'date', 'date-time']).meta({
      description: 'The type of the value, which is null where there is no data.',
    }),
    description: z.string().meta({ description: 'The meaning of the value.' }),
  })
  .meta({ id: 'CatalogueField' });

const queryField = z
  .object({
    name,
    scope: z.enum(['company', 'person', 'both']).meta({
      description:
        'For a company, the value is the number of employees who match; for a person, it is 1 if the person matches, and 0 if not.',
    }),
    type: z.literal('integer').meta({ description: 'The type of the value.' }),
    metadata: z.boolean().meta({ description: 'Whether `include_metadata` adds the field.' }),
    counted: z.boolean().meta({
      description:
        'Whether the employees of all companies are counted. Until then, the value of a company is null. Always false for a field that only persons have.',
    }),
  })
  .meta({ id: 'QueryField' });

export const fieldsResponse = z
  .object({
    company: z.array(catalogueField).meta({ description: 'The fields of companies.' }),
    person: z.array(catalogueField).meta({ description: 'The fields of persons.' }),
    query_fields: z.array(queryField).meta({ description: "The tenant's own fields, in the order of their creation." }),
  })
  .meta({
    id: 'FieldsResponse',
    examples: [
      {
        company: [{ name: 'founded_year', type: 'integer', description: 'Year founded' }],
        person: [{ name: 'job_title', type: 'string', description: 'Current job title' }],
        query_fields: [{ name: 'data_engineers', scope: 'both', type: 'integer', metadata: true, counted: true }],
      },
    ],
  });

export type FieldsResponse = z.output<typeof fieldsResponse>;
