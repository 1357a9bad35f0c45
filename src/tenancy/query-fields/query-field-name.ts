import { isTypeable } from '../../platform/database/text.js';

export const MAX_NAME_LENGTH = 100;

/** Whether a query field can have this name, which requests must repeat. */
export function isPossibleName(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME_LENGTH && isTypeable(name);
}
