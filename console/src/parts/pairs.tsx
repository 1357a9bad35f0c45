import type { ComponentChildren, JSX } from 'preact';

interface PairsProps {
  /** `facts`: values in large type, side by side. The others are a line each. */
  readonly as: 'facts' | 'values' | 'career' | 'points';
  readonly pairs: readonly (readonly [name: string, value: ComponentChildren])[];
}

/** A list of values with their names. */
export function Pairs({ as, pairs }: PairsProps): JSX.Element {
  return (
    <dl class={as}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
