import type { ImportSummary } from '../imports/merging/import-summary.js';
import { PartialRefusal, type Refusal } from '../platform/errors/command-error.js';

/**
 * What a command ends with although the import went through: a refusal where every line was rejected, or more than may be.
 * @param maxRejects undefined for any number
 */
export function verdictOn({ read, rejected }: ImportSummary, maxRejects: number | undefined): Refusal | null {
  if (maxRejects !== undefined && rejected > maxRejects)
    return new PartialRefusal(`${rejected} of ${read} lines were rejected; --max-rejects allows ${maxRejects}`);
  if (read === 0 || rejected < read) return null;
  return new PartialRefusal(
    `Nothing was imported: ${read === 1 ? 'the only line was' : `all ${read} lines were`} rejected`,
  );
}

const MAX_NAMES = 20;

/** Members that were ignored, by name as far as a line has room: `Ignored: industy, Record ID and 3 more`. */
export function ignoredLine(names: ReadonlySet<string>): string {
  const told = [...names].slice(0, MAX_NAMES).map((name) => name.replace(/\p{C}/gu, '\uFFFD'));
  const more = names.size - told.length;
  return `Ignored: ${told.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
