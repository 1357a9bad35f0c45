import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, OpenedForm, Outcome, refusalOf, useAction } from './action.js';
import type { Team } from '../generated/operator.js';
import { ask } from './door.js';
import { JsonField, jsonIn } from './json-field.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Clamped } from '../parts/clamped.js';
import { Part, Records } from './records.js';

/** What the description of a team can have. `docs/prospecting-scores.md` explains each. */
const parts =
  'regions, personas, exclude_titles, client_technologies, competitor_technologies, complementary_technologies, client_company_network_url, talking_points, weights and max_results';

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
  /** The name of the team in the form: null for a new one, undefined while the form is closed. */
  const [edited, setEdited] = useState<string | null>();
  const parsed = jsonIn(schema);
  const save = async (): Promise<JSX.Element> => {
    await ask('PUT', `${address}/teams/${encodeURIComponent(name)}`, { schema: parsed.value });
    teams.reload();
    setEdited(undefined);
    return (
      <>
        The team <bdi>{name}</bdi> is saved. Later runs use it.
      </>
    );
  };
  const remove = async ({ team }: Team): Promise<JSX.Element> => {
    await ask('DELETE', `${address}/teams/${encodeURIComponent(team)}`);
    teams.reload();
    setting.forget();
    if (edited === team) setEdited(undefined);
    return (
      <>
        The team <bdi>{team}</bdi> is deleted.
      </>
    );
  };
  /** Puts a team into the form. @param team null for a new one */
  const edit = (team: Team | null): void => {
    setting.forget();
    change.forget();
    setEdited(team?.team ?? null);
    setName(team?.team ?? '');
    setSchema(JSON.stringify(team?.schema ?? {}, null, 2));
  };
  const columns: readonly Column<Team>[] = [
    { title: 'Team', cell: ({ team }) => <Clamped text={team} /> },
    { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
    {
      title: 'Change',
      as: 'actions',
      cell: (row) => (
        <>
          <button type="button" class="small" aria-label={`Edit the team ${row.team}`} onClick={() => edit(row)}>
            Edit
          </button>
          <Confirm
            label="Delete"
            about={`Delete the team ${row.team}`}
            consequence="Its waiting runs then look for leaders of any field."
            action={change}
            onConfirm={() => remove(row)}
          />
        </>
      ),
    },
  ];
  return (
    <Card
      title="Teams"
      actions={
        <button type="button" class="small" onClick={() => edit(null)}>
          New team
        </button>
      }
    >
      <p class="note">A team says whom the runs of the tenant look for.</p>
      <Part resource={teams} what="the teams">
        {({ teams: listed }) =>
          listed.length === 0 ? (
            <p>This tenant has no team. Its runs look for leaders of any field.</p>
          ) : (
            <Records caption="Teams" columns={columns} rows={listed} keyOf={({ team }) => team} />
          )
        }
      </Part>
      <Outcome action={change} />
      {edited === undefined && <Outcome action={setting} />}
      {edited !== undefined && (
        <OpenedForm title="New team" edited={edited}>
          <ActionForm
            action={setting}
            label="Save the team"
            isReady={name !== '' && parsed.fault === undefined}
            refusals="at field"
            onCancel={() => {
              setting.forget();
              setEdited(undefined);
            }}
            onSubmit={save}
          >
            {edited === null && (
              <TextField label="Name of the team" value={name} onInput={setName} autoComplete="off" />
            )}
            <JsonField
              label="Description of the team"
              hint={`A JSON object with any of these: ${parts}. For example {"personas": [{"name": "Data"}], "max_results": 20}. {} looks for leaders of any field.`}
              value={schema}
              onInput={(value) => {
                setting.forget();
                setSchema(value);
              }}
              fault={parsed.fault ?? refusalOf(setting)}
            />
          </ActionForm>
        </OpenedForm>
      )}
    </Card>
  );
}
