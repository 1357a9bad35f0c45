import { isTypeable } from '../../platform/database/text.js';

export const maxNameLength = 100;

/** Whether a query field may have this name. It must be a name that a client can type in a request. */
export function isValidName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength && isTypeable(name);
}
