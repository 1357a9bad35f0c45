import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { count, counted } from '../format.js';
import { CheckField, TextField } from '../parts/form.js';
import { Empty } from '../parts/states.js';
import { Switch } from '../parts/switch.js';
import type { ListRun } from './list-run.js';
import {
  type Arrangement,
  arrangedRows,
  type Filter,
  nameOf,
  type ResultColumn,
  resultColumns,
} from './result-rows.js';
import { ResultSheet, type Sort } from './result-sheet.js';

/** How long the console waits after the last typed letter before it searches the rows, in milliseconds. */
const delay = 200;

/** Shows the rows of a list with their answers. A list may have 100,000 rows, so only the visible rows are in the document. */
export function ResultTable({ run }: { readonly run: ListRun }): JSX.Element {
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');
  const [sort, setSort] = useState<Sort | null>(null);
  const version = run.version.value;
  const columns = useMemo(() => resultColumns(run), [run, version]);
  const [chosen, setChosen] = useState(() => new Set(columns.filter(isShownFirst).map(({ id }) => id)));
  const shown = columns.filter(({ id }) => chosen.has(id));
  const rows = useRows(run, filter, text, sort, columns);
  const { counts, setup, known } = run;
  const { matched, missed, invalid } = counts.value;
  const total = setup.table.rows.length;
  const filters: readonly (readonly [Filter, string, number])[] = [
    ['all', 'All', total],
    ['matched', 'Matched', matched],
    ['missed', 'Not matched', missed],
    ['invalid', 'Invalid', invalid],
    ['waiting', 'No answer yet', total - known],
  ];
  const toggle = (id: string, isChosen: boolean): void =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <>
      <h2 class="hidden">Results</h2>
      <div class="result-tools">
        <Switch<Filter>
          legend="Rows to show"
          value={filter}
          onChange={setFilter}
          options={filters.flatMap(([value, name, rows]) =>
            rows > 0 || value === filter ? [[value, `${name} ${count(rows)}`]] : [],
          )}
        />
        <TextField
          label="Search rows"
          placeholder="Search rows"
          type="search"
          value={text}
          onInput={setText}
          autoComplete="off"
        />
        <details
          class="result-columns"
          onFocusOut={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false;
          }}
        >
          <summary>
            Columns <span class="note">{`${shown.length} of ${columns.length}`}</span>
          </summary>
          <div tabIndex={-1}>
            {columns.map(({ id, title }) => (
              <CheckField
                key={id}
                label={title}
                isChecked={chosen.has(id)}
                onChange={(isChosen) => toggle(id, isChosen)}
              />
            ))}
          </div>
        </details>
      </div>
      <p class={text === '' ? 'hidden' : 'note'} role="status">
        {text === '' ? '' : counted(rows.length, 'row found', 'rows found')}
      </p>
      {rows.length === 0 ? (
        <Empty title="No row fits what you have chosen">
          <button
            type="button"
            onClick={() => {
              setFilter('all');
              setText('');
            }}
          >
            Show all rows
          </button>
        </Empty>
      ) : (
        <ResultSheet key={`${filter} ${text}`} run={run} rows={rows} columns={shown} sort={sort} onSort={setSort} />
      )}
    </>
  );
}

/**
 * Whether a column is shown at first. The columns with answers are, and those columns of the file that identify the company or
 * person. The user can add the other columns.
 */
function isShownFirst({ from, isIdentifier }: ResultColumn): boolean {
  return from === 'answer' || isIdentifier;
}

/**
 * The indices of the rows to show. They are found again after each answer. The work is done in short turns, so that the page can
 * react between them.
 */
function useRows(
  run: ListRun,
  filter: Filter,
  text: string,
  sort: Sort | null,
  columns: readonly ResultColumn[],
): Uint32Array {
  const [rows, setRows] = useState(() => Uint32Array.from(run.setup.table.rows.keys()));
  useEffect(() => {
    const state = { isOver: false, isBusy: false };
    const arrangement: Arrangement = {
      filter,
      text,
      sort: sort === null ? null : { isDescending: sort.isDescending, valueOf: valueOf(run, sort.by, columns) },
    };
    const arrange = async (): Promise<void> => {
      if (state.isBusy) return;
      state.isBusy = true;
      for (let version = -1; !state.isOver && version !== run.version.peek();) {
        version = run.version.peek();
        const found = await arrangedRows(run, arrangement, () => state.isOver);
        if (found !== null) setRows(found);
      }
      state.isBusy = false;
    };
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => (stop = run.version.subscribe(() => void arrange())), text === '' ? 0 : delay);
    return () => {
      state.isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [run, filter, text, sort]);
  return rows;
}

function valueOf(run: ListRun, id: string, columns: readonly ResultColumn[]): (row: number) => unknown {
  if (id === 'row') return (row) => row;
  if (id === 'name') return (row) => nameOf(run, row);
  return columns.find((column) => column.id === id)?.valueOf ?? (() => null);
}
