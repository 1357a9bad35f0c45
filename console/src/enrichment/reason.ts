import type { AnyResult } from './choice.js';

/** Why an identifier was not matched, in words; null for matched ones, and where the service gives no reason. */
export function reasonOf({ faults, matched }: AnyResult): string | null {
  if (faults !== undefined) return faults.map(({ msg }) => msg.replace(/^Value error, /, '')).join('. ');
  return matched ? null : null;
}
