import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { time } from '../format.js';
import { CheckField, SelectField, TextArea, TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, Outcome, useAction } from './action.js';
import type { QueryField } from './answers.js';
import { ask } from './door.js';
import { jsonIn } from './json-text.js';

type Scope = QueryField['scope'];

const scopes: Readonly<Record<Scope, string>> = {
  company: 'Companies',
  person: 'Persons',
  both: 'Both',
};

/** Shows the query fields of a tenant, and lets the operator change them. @param address the path of the tenant in the API for operators */
export function QueryFieldsCard({ address }: { readonly address: string }): JSX.Element {
  const fields = useResource(
    (signal) =>
      ask<{ readonly query_fields: readonly QueryField[] }>('GET', `${address}/query-fields`, undefined, signal),
    [address],
  );
  const setting = useAction();
  const change = useAction();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('company');
  const [definition, setDefinition] = useState('{}');
  const [metadata, setMetadata] = useState(false);
  const parsed = jsonIn(definition);
  const save = async (): Promise<string> => {
    await ask('PUT', `${address}/query-fields/${encodeURIComponent(name)}`, {
      scope,
      definition: parsed.value,
      metadata,
    });
    fields.reload();
    return `The field ${name} is saved, and its values are counted.`;
  };
  const remove = async (field: QueryField): Promise<string> => {
    await ask('DELETE', `${address}/query-fields/${encodeURIComponent(field.name)}`);
    fields.reload();
    return `The field ${field.name} is deleted.`;
  };
  const edit = (field: QueryField): void => {
    setName(field.name);
    setScope(field.scope);
    setDefinition(JSON.stringify(field.definition, null, 2));
    setMetadata(field.metadata);
  };
  const columns: readonly Column<QueryField>[] = [
    {
      title: 'Field',
      cell: (field) => (
        <>
          {field.name}
          <span class="actions">
            <button type="button" class="small" aria-label={`Edit the field ${field.name}`} onClick={() => edit(field)}>
              Edit
            </button>
            <Confirm
              label="Delete"
              about={`Delete the field ${field.name}`}
              action={change}
              onConfirm={() => remove(field)}
            />
          </span>
        </>
      ),
    },
    { title: 'For', cell: (field) => scopes[field.scope] },
    { title: 'Counted', cell: ({ counted_at: at }) => (at === null ? 'Not yet' : time(at)) },
  ];
  return (
    <Card title="Query fields">
      <p class="note">
        A query field is a field of one tenant. For a company, its value is the number of employees who meet the
        conditions. For a person, it says whether this person meets them.
      </p>
      <Read resource={fields} what="the query fields">
        {({ query_fields: listed }) =>
          listed.length === 0 ? (
            <p>This tenant has no query field.</p>
          ) : (
            <Table caption="Query fields" columns={columns} rows={listed} keyOf={(field) => field.name} />
          )
        }
      </Read>
      <Outcome action={change} />
      <ActionForm
        action={setting}
        label="Save the field"
        isReady={name !== '' && parsed.fault === undefined}
        onSubmit={save}
      >
        <div class="filters">
          <TextField label="Name of the field" value={name} onInput={setName} autoComplete="off" />
          <SelectField
            label="The field is for"
            value={scope}
            options={Object.entries(scopes)}
            onChange={(value) => setScope(value as Scope)}
          />
        </div>
        <TextArea
          label="Conditions"
          hint="A JSON object with any of the lists titles, exclude_titles, seniorities, personas, technologies and countries. {} is for all persons."
          value={definition}
          onInput={setDefinition}
          fault={parsed.fault}
        />
        <CheckField
          label="Add the field to the answer if a request asks for metadata"
          isChecked={metadata}
          onChange={setMetadata}
        />
      </ActionForm>
    </Card>
  );
}
