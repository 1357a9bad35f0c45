import type { JSX } from 'preact';
import { alignedPercent, count, counted, date } from '../format.js';
import { Meter } from '../parts/chart.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Empty, Read } from '../parts/states.js';
import type { Column } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import type { Coverage } from '../generated/operator.js';
import { ask } from './door.js';
import { PastImports } from './past-imports.js';
import { Records } from './records.js';
import { Parts } from './screen-parts.js';

type Counts = Coverage['companies'];
type Field = Counts['fields'][number];
type Source = Counts['sources'][number];

/** The screen that shows which fields the stored records have, how old the values are, and what the last imports did. */
export function CoverageScreen(): JSX.Element {
  const coverage = useResource((signal) => ask<Coverage>('GET', 'coverage', undefined, signal), []);
  return (
    <Screen
      title="Coverage"
      lead="How many records have which fields, how old the values are by source, and what the last imports did."
      actions={
        coverage.state !== 'failed' && (
          <button type="button" class="small" onClick={coverage.reload}>
            Refresh
          </button>
        )
      }
    >
      <Read resource={coverage} what="the coverage">
        {({ counted_at: at, companies, persons, imports }) => (
          <>
            <Parts names={['Companies', 'Persons', 'Last imports']} label="Parts of the coverage" />
            <CountsCard title="Companies" one="company" many="companies" counts={companies} at={at} />
            <CountsCard title="Persons" one="person" many="persons" counts={persons} at={at} />
            <Card title="Last imports">
              {imports.length === 0 ? (
                <Empty title="Nothing was imported yet">
                  <Link to="operate/imports">Import a file</Link>.
                </Empty>
              ) : (
                <>
                  <p class="note">
                    Click an import to see in how many records it has filled, changed or emptied each field.
                  </p>
                  <PastImports imports={imports} uploads={null} tenants={[]} />
                </>
              )}
            </Card>
          </>
        )}
      </Read>
    </Screen>
  );
}

interface CountsCardProps {
  readonly title: string;
  /** What a record is called: `company`. */
  readonly one: string;
  readonly many: string;
  readonly counts: Counts;
  readonly at: string;
}

function CountsCard({ title, one, many, counts, at }: CountsCardProps): JSX.Element {
  const { records, counted: read, method, fields, sources, without_source: withoutSource } = counts;
  const isSample = method === 'sample';
  if (read === 0)
    return (
      <Card title={title}>
        <Empty title={`No ${many} are stored`}>
          <Link to="operate/imports">Import a file</Link> with {many}.
        </Empty>
      </Card>
    );
  return (
    <Card title={title}>
      <Pairs
        as="facts"
        pairs={[
          ['Stored', `${isSample ? 'About ' : ''}${counted(records, one, many)}`],
          ['Counted', isSample ? `A sample of ${count(read)}` : 'All'],
          ['Without a source', count(withoutSource)],
          ['Counted at', <Time key="at" at={at} />],
        ]}
      />
      {isSample && (
        <p>
          The numbers below are those of a sample: the service has read {counted(read, one, many)} in randomly chosen
          places of the table. The shares of all {many} may differ by some percent.
        </p>
      )}
      <h3>Fields</h3>
      <p class="note">The fields that the fewest {many} have come first.</p>
      <Records
        caption={`Fields of ${many}`}
        columns={fieldColumns(read)}
        rows={fields.toSorted((one, other) => one.records - other.records)}
        keyOf={({ field }) => field}
      />
      <h3>Age of the values by source</h3>
      {sources.length === 0 ? (
        <Empty title="No source is known">These {many} were stored before sources were.</Empty>
      ) : (
        <>
          <p class="note">
            How long ago an import of the source last had the values. Each group of fields of each record counts once.
          </p>
          <Records
            caption={`Sources of ${many}`}
            columns={sourceColumns}
            rows={sources}
            keyOf={({ source }) => source}
          />
        </>
      )}
    </Card>
  );
}

const fieldColumns = (read: number): readonly Column<Field>[] => [
  { title: 'Field', cell: ({ field }) => <code>{field}</code> },
  { title: 'Group', as: 'state', cell: ({ group }) => <span class="note">{group}</span> },
  {
    title: 'Records with a value',
    as: 'wide',
    cell: ({ records, share }) => (
      <Meter label={`${count(records)} of ${count(read)}`} share={share} text={alignedPercent(share)} />
    ),
  },
];

/** `40 (12.5%)` */
const part = (groups: number, { groups: all }: Source): string =>
  groups === 0 ? '0' : `${count(groups)} (${alignedPercent(groups / all)})`;

const sourceColumns: readonly Column<Source>[] = [
  {
    title: 'Source',
    cell: ({ source }) => (
      <span class="clamp" dir="auto" title={source}>
        {source}
      </span>
    ),
  },
  { title: 'Groups of fields', align: 'end', cell: ({ groups }) => count(groups) },
  { title: 'Up to 30 days', align: 'end', cell: (row) => part(row.within_30_days, row) },
  { title: '31 to 90 days', align: 'end', cell: (row) => part(row.within_90_days, row) },
  { title: '91 to 365 days', align: 'end', cell: (row) => part(row.within_365_days, row) },
  { title: 'Older', align: 'end', cell: (row) => part(row.older, row) },
  { title: 'Oldest', as: 'extra', cell: ({ oldest }) => date(oldest) },
  { title: 'Newest', as: 'extra', cell: ({ newest }) => date(newest) },
];
