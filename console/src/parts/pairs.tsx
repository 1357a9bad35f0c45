import type { ComponentChildren, JSX } from 'preact';

interface PairsProps {
  /** `facts` shows the pairs side by side. All others show each pair below the one before. */
  readonly as: 'facts' | 'values' | 'points';
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
