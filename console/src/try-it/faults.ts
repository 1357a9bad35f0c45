import type { Fault } from 'data-access-client';

/** The faults of a request, by what they speak of. */
export interface Faults {
  /** By member of the identifier or of the request. */
  readonly byMember: ReadonlyMap<string, string>;
  /** Those that speak of no control of the form. */
  readonly others: readonly string[];
}

export const noFaults: Faults = { byMember: new Map(), others: [] };

/**
 * Sorts faults by control: `body.companies.0.website` and `body.website` speak of `website`, `body.allow_signals.type` of `type`,
 * `body.fields.3` of `fields`.
 * @param controls names of the controls that the form shows
 */
export function sortFaults(faults: readonly Fault[], controls: ReadonlySet<string>): Faults {
  const byMember = new Map<string, string>();
  const others = new Set<string>();
  for (const { loc, msg } of faults) {
    const names = loc.filter((part) => typeof part === 'string');
    const control = names.findLast((name) => controls.has(name));
    const text = msg.replace(/^Value error, /, '');
    if (control === undefined) others.add(text);
    else byMember.set(control, [byMember.get(control), text].filter((each) => each !== undefined).join('. '));
  }
  return { byMember, others: [...others] };
}
