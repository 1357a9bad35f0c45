import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, OpenedForm, Outcome, refusalOf, useAction } from './action.js';
import type { QueryField } from '../generated/operator.js';
import { ask } from './door.js';
import { JsonField, jsonIn } from './json-field.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Part, Records } from './records.js';

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
  /** The name of the field in the form: null for a new one, undefined while the form is closed. */
  const [edited, setEdited] = useState<string | null>();
  const parsed = jsonIn(definition);
  const save = async (): Promise<JSX.Element> => {
    await ask('PUT', `${address}/query-fields/${encodeURIComponent(name)}`, {
      scope,
      definition: parsed.value,
      metadata,
    });
    fields.reload();
    setEdited(undefined);
    return (
      <>
        The field <bdi>{name}</bdi> is saved, and its values are counted.
      </>
    );
  };
  const remove = async (field: QueryField): Promise<JSX.Element> => {
    await ask('DELETE', `${address}/query-fields/${encodeURIComponent(field.name)}`);
    fields.reload();
    setting.forget();
    if (edited === field.name) setEdited(undefined);
    return (
      <>
        The field <bdi>{field.name}</bdi> is deleted.
      </>
    );
  };
  /** Puts a field into the form. @param field null for a new one */
  const edit = (field: QueryField | null): void => {
    setting.forget();
    change.forget();
    setEdited(field?.name ?? null);
    setName(field?.name ?? '');
    setScope(field?.scope ?? 'company');
    setDefinition(JSON.stringify(field?.definition ?? {}, null, 2));
    setMetadata(field?.metadata ?? false);
  };
  const columns: readonly Column<QueryField>[] = [
    {
      title: 'Field',
      cell: ({ name: shown }) => (
        <code class="clamp" title={shown}>
          {shown}
        </code>
      ),
    },
    { title: 'For', cell: (field) => scopes[field.scope] },
    { title: 'Values counted', cell: ({ counted_at: at }) => (at === null ? 'Not yet' : <Time at={at} />) },
    {
      title: 'Change',
      as: 'actions',
      cell: (field) => (
        <>
          <button type="button" class="small" aria-label={`Edit the field ${field.name}`} onClick={() => edit(field)}>
            Edit
          </button>
          <Confirm
            label="Delete"
            about={`Delete the field ${field.name}`}
            consequence="The tenant then no longer gets its values."
            action={change}
            onConfirm={() => remove(field)}
          />
        </>
      ),
    },
  ];
  return (
    <Card
      title="Query fields"
      actions={
        <button type="button" class="small" onClick={() => edit(null)}>
          New field
        </button>
      }
    >
      <p class="note">
        A query field is a field of one tenant. For a company, its value is the number of employees who meet the
        conditions. For a person, it says whether this person meets them.
      </p>
      <Part resource={fields} what="the query fields">
        {({ query_fields: listed }) =>
          listed.length === 0 ? (
            <p>This tenant has no query field.</p>
          ) : (
            <Records caption="Query fields" columns={columns} rows={listed} keyOf={(field) => field.name} />
          )
        }
      </Part>
      <Outcome action={change} />
      {edited === undefined && <Outcome action={setting} />}
      {edited !== undefined && (
        <OpenedForm title="New field" edited={edited}>
          <ActionForm
            action={setting}
            label="Save the field"
            isReady={name !== '' && parsed.fault === undefined}
            refusals="at field"
            onCancel={() => {
              setting.forget();
              setEdited(undefined);
            }}
            onSubmit={save}
          >
            <div class="fields">
              {edited === null && (
                <TextField label="Name of the field" value={name} onInput={setName} autoComplete="off" />
              )}
              <SelectField
                label="The field is for"
                value={scope}
                options={Object.entries(scopes)}
                onChange={(value) => setScope(value as Scope)}
              />
            </div>
            <JsonField
              label="Conditions"
              hint={
                'A JSON object with any of the lists titles, exclude_titles, seniorities, personas, technologies and countries. For example {"titles": ["CTO"]}. {} is for all persons.'
              }
              value={definition}
              onInput={(value) => {
                setting.forget();
                setDefinition(value);
              }}
              fault={parsed.fault ?? refusalOf(setting)}
            />
            <CheckField
              label="Add the field to the answer if a request asks for metadata"
              isChecked={metadata}
              onChange={setMetadata}
            />
          </ActionForm>
        </OpenedForm>
      )}
    </Card>
  );
}
