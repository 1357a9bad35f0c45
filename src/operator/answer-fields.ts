// The kinds of members that answers of the API for operators have, as schemas with a description.
import { z } from 'zod';

export const time = (description: string) => z.iso.datetime().describe(`${description}, in UTC.`);
export const timeOrNull = (description: string, nullFor: string) =>
  z.iso.datetime().nullable().describe(`${description}, in UTC; null ${nullFor}.`);
export const count = (description: string) => z.int().describe(description);
export const text = (description: string) => z.string().describe(description);
export const textOrNull = (description: string) => z.string().nullable().describe(description);
export const countOrNull = (description: string) => z.int().nullable().describe(description);
export const anyObject = z.record(z.string(), z.unknown());
export const tenantId = text('The id of the tenant.');
