import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface SwitchProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: Value, text: ComponentChildren])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Lets the user choose one of a few options, all of which are visible. */
export function Switch<Value extends string>(props: SwitchProps<Value>): JSX.Element {
  const { legend, options, value, onChange } = props;
  const group = useId();
  return (
    <fieldset class="switch">
      <legend class="hidden">{legend}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={group} checked={value === option} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
