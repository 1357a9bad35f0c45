import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted, timeZone } from '../format.js';
import { Link, Screen } from '../parts/layout.js';
import { ReadCard } from '../parts/read-card.js';
import { Empty } from '../parts/states.js';
import { useResource } from '../resource.js';
import type { Operation, Tenant } from '../generated/operator.js';
import { ask } from './door.js';
import { ChangeWords, searchTextOf } from './log-words.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Clamped } from '../parts/clamped.js';
import { Records, Search } from './records.js';

/** The screen that lists what operators have changed, in the console and with admin commands. */
export function LogScreen(): JSX.Element {
  const [limit, setLimit] = useState(100);
  const [search, setSearch] = useState('');
  const log = useResource(
    (signal) => ask<{ readonly log: readonly Operation[] }>('GET', `log?limit=${limit}`, undefined, signal),
    [limit],
  );
  const tenants = useResource(
    (signal) => ask<{ readonly tenants: readonly Tenant[] }>('GET', 'tenants', undefined, signal),
    [],
  );
  const nameOf = (id: string): string => tenants.value?.tenants.find(({ tenant }) => tenant === id)?.name ?? id;
  const columns: readonly Column<Operation>[] = [
    { title: 'Change', cell: (operation) => <ChangeWords operation={operation} nameOf={nameOf} /> },
    { title: 'Outcome', as: 'state', cell: (operation) => <Outcome {...operation} /> },
    { title: 'Time', cell: ({ at }) => <Time at={at} /> },
    {
      title: 'By',
      cell: ({ system_user: user, host }) => (
        <>
          <Clamped text={user} />
          <p class="note clamp" title={host}>
            {host}
          </p>
        </>
      ),
    },
  ];
  const matches = (operation: Operation): boolean => {
    // The tenant may be any word of the command, such as the value of an option.
    const names = [operation.key?.tenant ?? '', ...operation.arguments].map(nameOf).join('\n');
    return searchTextOf(operation, names).includes(search.trim().toLowerCase());
  };
  return (
    <Screen
      title="Log"
      lead="What operators wanted to change, in this console or with commands, the newest first. The outcome says whether it was done."
    >
      <ReadCard title="Changes" resource={log} what="the log">
        {({ log: lines }) => {
          if (lines.length === 0)
            return (
              <Empty title="Nothing was changed yet">
                A change appears here when an operator makes it, for example when a tenant is created.
              </Empty>
            );
          const found = lines.map((line, index) => ({ ...line, index })).filter(matches);
          return (
            <>
              <Search placeholder="Tenant, key, operator …" value={search} onInput={setSearch}>
                {search.trim() === ''
                  ? `The newest ${counted(lines.length, 'change')}`
                  : `${count(found.length)} of the newest ${counted(lines.length, 'change')}`}
                . Times are in the time zone {timeZone}.
              </Search>
              {found.length === 0 ? (
                <Empty title="No change was found">
                  {lines.length === limit && limit < 1_000
                    ? 'Search for something else, or show older changes.'
                    : 'Search for something else.'}
                </Empty>
              ) : (
                <Records
                  caption="Changes by operators"
                  columns={columns}
                  rows={found}
                  keyOf={(line) => (line as Operation & { readonly index: number }).index}
                />
              )}
              {lines.length === limit && limit < 1_000 && (
                <div class="actions">
                  <button type="button" onClick={() => setLimit(1_000)}>
                    Show older changes
                  </button>
                </div>
              )}
            </>
          );
        }}
      </ReadCard>
    </Screen>
  );
}

/** The colour and name of each outcome. */
const outcomes = {
  done: ['good', 'Done'],
  partial: ['warn', 'Done in part'],
  refused: ['warn', 'Refused'],
  failed: ['bad', 'Failed'],
} as const;

function Outcome({ command, outcome }: Operation): JSX.Element {
  if (outcome !== null) return <span class={`tag ${outcomes[outcome][0]}`}>{outcomes[outcome][1]}</span>;
  return command.startsWith('import ') ? (
    <Link to="operate/imports">See imports</Link>
  ) : (
    <span class="note">Not known</span>
  );
}
