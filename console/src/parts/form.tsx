import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { keyshortcuts } from '../shortcut-keys.js';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Says what is wrong with the value of the field, in place of the hint; undefined if the value is valid. */
  readonly fault?: ComponentChildren;
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'date' | 'search' | 'email' | 'url';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly autoComplete?: string;
  /** The id of a `datalist` element. The browser offers its values while the user types. */
  readonly list?: string;
}

export function TextField({ label, hint, fault, value, onInput, type = 'text', ...rest }: TextFieldProps): JSX.Element {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(attributes) => (
        // In Preact's types, the allowed attributes of an input depend on its `type`. Here the `type` is a variable, so the
        // compiler cannot check them, and the cast is needed.
        <input
          {...({ ...attributes, ...rest, type } as InputHTMLAttributes)}
          aria-keyshortcuts={type === 'search' ? keyshortcuts('/') : undefined}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** A field for a text of several lines, such as JSON. */
export function TextArea({ label, hint, fault, value, onInput }: TextAreaProps): JSX.Element {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={8}
          spellcheck={false}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, hint, fault, value, options, onChange }: SelectFieldProps): JSX.Element {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function CheckField({ label, hint, isChecked, onChange }: CheckFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
    </div>
  );
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

function Field({
  label,
  hint,
  fault,
  children,
}: FieldProps & { readonly children: (attributes: ControlAttributes) => JSX.Element }): JSX.Element {
  const id = useId();
  const text = fault ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': text === undefined ? undefined : `${id}-text`,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {text !== undefined && (
        <span id={`${id}-text`} class={fault === undefined ? 'hint' : 'fault'}>
          {text}
        </span>
      )}
    </div>
  );
}
