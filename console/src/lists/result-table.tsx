import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MatchTag } from '../enrichment/match-tag.js';
import { listMembers } from './columns.js';
import { textOf } from '../../../src/platform/tables/csv.js';
import { count } from '../format.js';
import { Card } from '../parts/layout.js';
import { Switch } from '../parts/switch.js';
import type { ListRun } from './list-run.js';

/** The height of a row in pixels; lists.css sets it. */
const rowHeight = 37;

/** The number of rows that are drawn above and below the visible ones, so that scrolling shows no gap. */
const beyond = 12;

type Filter = 'all' | 'matched' | 'missed' | 'invalid';

/** Shows the rows with their answers. Only the visible rows are in the document, because a list may have 100,000. */
export function ResultTable({ run }: { readonly run: ListRun }): JSX.Element {
  const [filter, setFilter] = useState<Filter>('all');
  const { matched, missed, invalid } = run.counts.value;
  const rows = rowsOf(run, filter);
  return (
    <Card
      title="Results"
      actions={
        <Switch<Filter>
          legend="Rows to show"
          value={filter}
          onChange={setFilter}
          options={[
            ['all', `All ${count(run.setup.table.rows.length)}`],
            ['matched', `Matched ${count(matched)}`],
            ['missed', `Not matched ${count(missed)}`],
            ['invalid', `Invalid ${count(invalid)}`],
          ]}
        />
      }
    >
      {rows.length === 0 ? <p class="note">No row has this outcome.</p> : <Sheet key={filter} run={run} rows={rows} />}
    </Card>
  );
}

/** The indexes of the rows that pass a filter, in their order. */
function rowsOf(run: ListRun, filter: Filter): Uint32Array {
  const { length } = run.setup.table.rows;
  const rows = new Uint32Array(length);
  let found = 0;
  for (let row = 0; row < length; row += 1)
    if (filter === 'all' || run.answers.stateOf(row) === filter) rows[found++] = row;
  return rows.subarray(0, found);
}

interface SheetProps {
  readonly run: ListRun;
  readonly rows: Uint32Array;
}

function Sheet({ run, rows }: SheetProps): JSX.Element {
  const sheet = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (sheet.current === null) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(sheet.current);
    return () => observer.disconnect();
  }, []);
  // A multiple of four. So the stripes of even rows do not jump, and a scroll of a few pixels does not draw the table again.
  const first = Math.max(0, (Math.floor(top / rowHeight / 4) - beyond / 4) * 4);
  const last = Math.min(rows.length, first + Math.ceil(height / rowHeight) + 2 * beyond);
  const mapped = listMembers[run.setup.choice.kind].flatMap(({ name }) => run.setup.mapping[name] ?? []);
  const names = run.answers.columns.map((column) => column.join('.'));
  const width = (run.answers.hasReasons ? 28 : 15) + (mapped.length + names.length) * 12;
  return (
    <div
      class="sheet"
      ref={sheet}
      tabIndex={0}
      role="region"
      aria-label="Results, scrollable"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table aria-rowcount={rows.length + 1} style={{ width: `${width}rem` }}>
        <caption class="hidden">Rows with their answers</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="row-number">
              Row
            </th>
            <th scope="col" class="row-state">
              State
            </th>
            {run.answers.hasReasons && (
              <th scope="col" class="row-reason">
                Why not
              </th>
            )}
            {mapped.map((column) => (
              <th key={column} scope="col" class="given">
                {run.setup.table.header[column]}
              </th>
            ))}
            {names.map((name) => (
              <th key={name} scope="col">
                <code>{name}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {Array.from(rows.subarray(first, last), (row, index) => (
            <Row key={row} run={run} row={row} position={first + index + 2} mapped={mapped} />
          ))}
          <Gap rows={rows.length - last} />
        </tbody>
      </table>
    </div>
  );
}

/** Takes the height of rows that are not drawn, so that the scroll bar is right. */
function Gap({ rows }: { readonly rows: number }): JSX.Element | null {
  return rows === 0 ? null : <tr aria-hidden="true" class="gap" style={{ height: `${rows * rowHeight}px` }} />;
}

interface RowProps {
  readonly run: ListRun;
  readonly row: number;
  /** The number of the row in the table for assistive technology: the header is 1, the first shown row 2. */
  readonly position: number;
  readonly mapped: readonly number[];
}

function Row({ run, row, position, mapped }: RowProps): JSX.Element {
  const values = run.answers.valuesOf(row) ?? [];
  const reason = run.answers.reasonOf(row);
  return (
    <tr aria-rowindex={position}>
      <th scope="row" class="end">
        {count(row + 1)}
      </th>
      <td>
        <MatchTag state={run.answers.stateOf(row)} />
      </td>
      {run.answers.hasReasons && <td title={reason}>{reason}</td>}
      {mapped.map((column) => (
        <td key={column} class="given">
          {run.setup.table.rows[row]?.[column]}
        </td>
      ))}
      {run.answers.columns.map((column, index) => (
        <td key={column.join('.')}>{textOf(values[index])}</td>
      ))}
    </tr>
  );
}
