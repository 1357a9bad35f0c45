import type { JSX } from 'preact';
import type { AllowSignals } from 'data-access-client';
import { CheckField, SelectField, TextField } from '../parts/form.js';
import { asSignalType, signalTypes } from '../signal-types.js';

interface SignalFormProps {
  readonly filter: AllowSignals | null;
  readonly faultOf: (member: string) => string | undefined;
  readonly onChange: (filter: AllowSignals | null) => void;
}

/** The controls that add signals to the request and filter them. */
export function SignalForm({ filter, faultOf, onChange }: SignalFormProps): JSX.Element {
  const change = (name: keyof AllowSignals, value: string | null): void => {
    const { [name]: _, ...others } = filter ?? {};
    onChange(value === null || value === '' ? others : { ...others, [name]: value });
  };
  const date = (name: 'start_time' | 'end_time', label: string): JSX.Element => (
    <TextField
      label={label}
      type="date"
      value={filter?.[name] ?? ''}
      fault={faultOf(name)}
      onInput={(value) => change(name, value)}
    />
  );
  return (
    <>
      <CheckField
        label="Signals"
        hint="They cost nothing."
        isChecked={filter !== null}
        onChange={(isAsked) => onChange(isAsked ? {} : null)}
      />
      {filter !== null && (
        <div class="signal-filter">
          <SelectField
            label="Type of signal"
            value={filter.type ?? ''}
            fault={faultOf('type')}
            options={[['', 'All types'], ...signalTypes.map((type) => [type, type] as const)]}
            onChange={(type) => change('type', asSignalType(type))}
          />
          {date('start_time', 'From')}
          {date('end_time', 'To')}
        </div>
      )}
    </>
  );
}
