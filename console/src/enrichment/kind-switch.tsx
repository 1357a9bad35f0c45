import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Kind } from './choice.js';

const names = [
  ['companies', 'Companies'],
  ['persons', 'Persons'],
] as const satisfies readonly (readonly [Kind, string])[];

interface KindSwitchProps {
  readonly kind: Kind;
  readonly onChange: (kind: Kind) => void;
}

/** The choice between companies and persons. */
export function KindSwitch({ kind, onChange }: KindSwitchProps): JSX.Element {
  const group = useId();
  return (
    <fieldset class="switch">
      <legend class="hidden">What to ask about</legend>
      {names.map(([value, name]) => (
        <label key={value}>
          <input type="radio" name={group} checked={kind === value} onChange={() => onChange(value)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
