import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { time } from '../format.js';
import { TextArea, TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, Outcome, useAction } from './action.js';
import type { Team } from './answers.js';
import { ask } from './door.js';
import { jsonIn } from './json-text.js';

/** Shows the teams of a tenant, and lets the operator change them. @param address the path of the tenant in the API for operators */
export function TeamsCard({ address }: { readonly address: string }): JSX.Element {
  const teams = useResource(
    (signal) => ask<{ readonly teams: readonly Team[] }>('GET', `${address}/teams`, undefined, signal),
    [address],
  );
  const setting = useAction();
  const change = useAction();
  const [name, setName] = useState('');
  const [schema, setSchema] = useState('{}');
  const parsed = jsonIn(schema);
  const save = async (): Promise<string> => {
    await ask('PUT', `${address}/teams/${encodeURIComponent(name)}`, { schema: parsed.value });
    teams.reload();
    return `The team ${name} is saved. Later runs use it.`;
  };
  const remove = async ({ team }: Team): Promise<string> => {
    await ask('DELETE', `${address}/teams/${encodeURIComponent(team)}`);
    teams.reload();
    return `The team ${team} is deleted.`;
  };
  const columns: readonly Column<Team>[] = [
    {
      title: 'Team',
      cell: (row) => (
        <>
          <span class="clamp" title={row.team}>
            {row.team}
          </span>
          <span class="actions">
            <button
              type="button"
              class="small"
              aria-label={`Edit the team ${row.team}`}
              onClick={() => {
                setName(row.team);
                setSchema(JSON.stringify(row.schema, null, 2));
              }}
            >
              Edit
            </button>
            <Confirm
              label="Delete"
              about={`Delete the team ${row.team}`}
              action={change}
              onConfirm={() => remove(row)}
            />
          </span>
        </>
      ),
    },
    { title: 'Changed', cell: ({ updated_at }) => time(updated_at) },
  ];
  return (
    <Card title="Teams">
      <p class="note">A team says whom the runs of the tenant look for. Its description is a JSON object.</p>
      <Read resource={teams} what="the teams">
        {({ teams: listed }) =>
          listed.length === 0 ? (
            <p>This tenant has no team. Its runs look for leaders of any field.</p>
          ) : (
            <Table caption="Teams" columns={columns} rows={listed} keyOf={({ team }) => team} />
          )
        }
      </Read>
      <Outcome action={change} />
      <ActionForm
        action={setting}
        label="Save the team"
        isReady={name !== '' && parsed.fault === undefined}
        onSubmit={save}
      >
        <TextField label="Name of the team" value={name} onInput={setName} autoComplete="off" />
        <TextArea label="Description of the team" value={schema} onInput={setSchema} fault={parsed.fault} />
      </ActionForm>
    </Card>
  );
}
