export const MAX_NAME_LENGTH = 100;

/** A name stands in requests as it is, so what cannot be seen in it would be a trap; and the database refuses NUL. */
const HIDDEN = /^\s|\s$|[\p{Cc}\p{Cf}\p{Cs}]/u;

/** Whether a query field can have this name. */
export function isPossibleName(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME_LENGTH && !HIDDEN.test(name);
}
