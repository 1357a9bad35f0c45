import type { Fault } from 'data-access-client';

/** The messages of a request's validation errors, as a form shows them. */
export interface Faults {
  /** The messages that belong to a control of the form, by the name of the control: `website`, `fields`. */
  readonly byMember: ReadonlyMap<string, string>;
  /** The messages that belong to no control. */
  readonly others: readonly string[];
}

export const noFaults: Faults = { byMember: new Map(), others: [] };

/**
 * Finds the control of the form for each validation error. A path gets the control of its last member that the form shows.
 * Examples: `body.companies.0.website` and `body.website` belong to the control `website`, `body.allow_signals.type` to `type`,
 * `body.fields.3` to `fields`, and `body.companies.0` to none.
 * @param controls the names of the controls that the form shows
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
