import { Fragment, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { time, timeZone } from '../format.js';
import { Screen } from '../parts/layout.js';
import { ReadCard } from '../parts/read-card.js';
import { Empty } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import type { Operation } from './answers.js';
import { ask } from './door.js';

const columns: readonly Column<Operation>[] = [
  { title: 'Time', cell: ({ at }) => time(at) },
  { title: 'What', cell: ({ command }) => command },
  {
    title: 'With',
    cell: ({ arguments: words }) => (
      // The words of a command stand from left to right, also if some of them are Hebrew or Arabic.
      <code dir="ltr" class="clamp" title={words.join(' ')}>
        {words.map((word, index) => (
          <Fragment key={index}>
            <bdi>{word}</bdi>{' '}
          </Fragment>
        ))}
      </code>
    ),
  },
  { title: 'Who', cell: ({ system_user: user }) => user },
  { title: 'From', cell: ({ host }) => host },
];

/** The screen that lists what operators have changed, in the console and with admin commands. */
export function LogScreen(): JSX.Element {
  const [limit, setLimit] = useState(100);
  const log = useResource(
    (signal) => ask<{ readonly log: readonly Operation[] }>('GET', `log?limit=${limit}`, undefined, signal),
    [limit],
  );
  return (
    <Screen
      title="Log"
      lead="Every change that operators have tried, in this console or with commands, the newest first. A change that the service refused is listed, too."
    >
      <ReadCard title="Changes" resource={log} what="the log">
        {({ log: lines }) => (
          <>
            <p class="note">Times are in the time zone {timeZone}.</p>
            {lines.length === 0 ? (
              <Empty title="Nothing was changed yet">
                A change appears here when an operator makes it, for example when a tenant is created.
              </Empty>
            ) : (
              <Table
                caption="Changes by operators"
                columns={columns}
                rows={lines.map((line, index) => ({ ...line, index }))}
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
        )}
      </ReadCard>
    </Screen>
  );
}
