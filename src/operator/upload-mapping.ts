import type { RunOptions } from '../imports/import.service.js';
import { isStorable } from '../platform/database/text.js';
import { CommandError } from '../platform/errors/command-error.js';
import type { NewUpload } from './imports.dto.js';

/** The maximum number of columns that can be mapped by hand, and of fields that can be set. A sheet has at most as many columns. */
const maxPairs = 16_384;
const maxLength = 32_767;

/**
 * The options of an import for the fields of columns, and for the values that all records get.
 * @throws CommandError when a value is no text, or cannot be stored
 */
export function mappingOf({ map, set }: Pick<NewUpload, 'map' | 'set'>): Pick<RunOptions, 'map' | 'set'> {
  return {
    map: pairsOf('map', map ?? {}).map(([column, field]) => [column, field ?? '']),
    set: pairsOf('set', set ?? {}).flatMap(([field, value]) => (value === null ? [] : [[field, value]])),
  };
}

function pairsOf(
  name: string,
  given: Readonly<Record<string, unknown>>,
): (readonly [key: string, value: string | null])[] {
  const pairs = Object.entries(given);
  if (pairs.length > maxPairs) throw new CommandError(`${name} may have at most ${maxPairs} members`);
  return pairs.map(([key, value]) => {
    const text = value ?? null;
    const isText = text === null || typeof text === 'string';
    const isShort = key.length <= maxLength && (typeof text !== 'string' || text.length <= maxLength);
    if (!isText || !isShort || !isStorable(key))
      throw new CommandError(`${name} must give each of its members a text or null, without unusable characters`);
    return [key, text];
  });
}
