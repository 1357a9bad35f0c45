import { z } from 'zod';
import { OptionalParameter, WholeNumber } from '../platform/http/validation/request-dto.js';
import { text, textOrNull, time } from './answer-fields.js';

/** The maximum length of a text that an operator sends, such as a name, in characters. */
export const maxText = 1_000;

/** How many entries of a list are returned if the request does not say how many. */
export const usualEntries = 100;

export class ListParameters {
  @OptionalParameter()
  @WholeNumber({ min: 1, max: 1_000, description: 'The number of newest entries; 100 by default.' })
  limit?: number;
}

const operation = z.object({
  at: time('When the operator acted'),
  command: text('The first words of the command, such as `credits grant`.'),
  arguments: z.array(z.string()).describe('The words after it, without secrets and personal data.'),
  details: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullable()
    .describe(
      'What the operation was about, such as `tenant`, `feature` and `amount`; null in a line that an earlier version wrote.',
    ),
  system_user: text(
    'The account of the operating system that ran the command, or `operator API` for a request to this API.',
  ),
  host: text('The computer on which the command ran, or the address of the client of this API.'),
  key: z
    .object({
      tenant: text('The id of its tenant.'),
      label: textOrNull('Its label.'),
      ends_with: text('Its last four characters.'),
    })
    .nullable()
    .describe('The key that was revoked or replaced; null for all other operations, and if the key is deleted.'),
  outcome: z
    .enum(['done', 'partial', 'refused', 'failed'])
    .nullable()
    .describe(
      'How it ended. Null if that is not known, and for imports of uploaded files, whose outcome is in the answer about the upload.',
    ),
});

export const logAnswer = z.object({ log: z.array(operation).describe('What operators changed, the newest first.') });

export const statusAnswer = z
  .object({ version: text('The version of the service.'), node_version: text('The version of Node.js.') })
  .catchall(z.unknown());
