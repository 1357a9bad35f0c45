import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../parts/form.js';
import { counted } from '../format.js';
import { type FieldGroup, plainName, searched } from './field-groups.js';

interface FieldPickerProps {
  readonly legend: string;
  readonly groups: readonly FieldGroup[];
  readonly chosen: readonly string[];
  /** The text that says what happens if the user chooses no field. */
  readonly none?: string;
  readonly fault?: string | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** A control in which the user chooses fields. It has a search in their names and descriptions. The groups are folded at first, so that all of them are in sight. */
export function FieldPicker({ legend, groups, chosen, none, fault, onChange }: FieldPickerProps): JSX.Element {
  const [text, setText] = useState('');
  const found = searched(groups, text.trim());
  const names = new Set(chosen);
  // The chosen names are sorted into the order of the catalogue, so that equal choices make equal requests.
  const choose = (changed: ReadonlySet<string>): void =>
    onChange(groups.flatMap(({ fields }) => fields.flatMap(({ name }) => (changed.has(name) ? [name] : []))));
  const toggle = (changed: readonly string[], isChosen: boolean): void =>
    choose(new Set(isChosen ? [...chosen, ...changed] : chosen.filter((name) => !changed.includes(name))));
  return (
    <fieldset class="picker">
      <legend>{legend}</legend>
      <div class="picker-head">
        <span class="note">{names.size === 0 && none !== undefined ? none : `${names.size} chosen`}</span>
        {names.size > 0 && (
          <button type="button" class="small" onClick={() => onChange([])}>
            Clear
          </button>
        )}
      </div>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <TextField
        label="Search fields"
        type="search"
        value={text}
        onInput={setText}
        placeholder="country, revenue, …"
        autoComplete="off"
      />
      <span class="hidden" role="status">
        {text === '' ? '' : counted(found.flatMap(({ fields }) => fields).length, 'field found', 'fields found')}
      </span>
      <div class="picker-list">
        {found.length === 0 && <p class="note">No field has these words.</p>}
        {found.map(({ title, fields }) => {
          const here = fields.filter(({ name }) => names.has(name)).length;
          return (
            <details key={title} open={text !== ''}>
              <summary>
                {title}
                <span class="note">
                  {here} of {fields.length}
                </span>
              </summary>
              <CheckField
                label={
                  <b>
                    {text === '' ? 'All of' : 'All found in'} {title.replace(/^Y/, 'y')}
                  </b>
                }
                isChecked={here === fields.length}
                onChange={(isChosen) =>
                  toggle(
                    fields.map(({ name }) => name),
                    isChosen,
                  )
                }
              />
              {fields.map(({ name, hint }) => (
                <CheckField
                  key={name}
                  label={
                    <>
                      {plainName(name)} <code>{name}</code>
                    </>
                  }
                  hint={hint}
                  isChecked={names.has(name)}
                  onChange={(isChosen) => toggle([name], isChosen)}
                />
              ))}
            </details>
          );
        })}
      </div>
    </fieldset>
  );
}
