import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { valueText } from '../enrichment/choice.js';
import { MatchTag } from '../enrichment/match-tag.js';
import { textOf } from '../../../src/platform/tables/csv.js';
import { count } from '../format.js';
import { keyshortcuts } from '../shortcut-keys.js';
import type { ListRun } from './list-run.js';
import { nameOf, type ResultColumn } from './result-rows.js';
import { shortUrl } from './short-url.js';

/** How many rows are drawn above the visible ones, and how many below, so that fast scrolling shows no gap. */
const beyond = 12;

/** The sizes as lists.css sets them for a wide window. They are read again when the table is in the document. */
const desktopSizes = { row: 37, name: 12.5, least: 3.5, widest: 14 };

export interface Sort {
  /** What the rows are sorted by: the id of a column, `name` for the name of the row, or `row` for its number in the file. */
  readonly by: string;
  readonly isDescending: boolean;
}

interface SheetProps {
  readonly run: ListRun;
  readonly rows: Uint32Array;
  readonly columns: readonly ResultColumn[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

/** The table of results. It draws only the rows that are visible, and a few around them. */
export function ResultSheet({ run, rows, columns, sort, onSort }: SheetProps): JSX.Element {
  const sheet = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  // The sizes that lists.css sets. They differ on a phone. The height of a row is in pixels, all widths are in rem.
  const [{ row: rowHeight, name: nameWidth, least, widest }, setSizes] = useState(desktopSizes);
  useEffect(() => {
    const { current } = sheet;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      setHeight(current.clientHeight);
      const style = getComputedStyle(current);
      const sizeOf = (name: string): number => parseFloat(style.getPropertyValue(`--${name}`));
      setSizes({ row: sizeOf('row'), name: sizeOf('name'), least: sizeOf('least'), widest: sizeOf('widest') });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  // The first row to draw. It is a multiple of four, so that the table is not drawn again after a scroll of a few pixels.
  const first = Math.max(0, (Math.floor(top / rowHeight / 4) - beyond / 4) * 4);
  const last = Math.min(rows.length, first + Math.ceil(height / rowHeight) + 2 * beyond);
  const answers = columns.filter(({ from }) => from === 'answer');
  const cells = columns.filter(({ from }) => from === 'cell');
  const heading: Pick<SheetProps, 'sort' | 'onSort'> = {
    sort,
    onSort: (next) => {
      sheet.current?.scrollTo({ top: 0 });
      onSort(next);
    },
  };
  // In a row without a match, the reason stands in place of the answers. It needs more room than one or two answers take, so empty
  // space (`spare`) is added beside them.
  const widthOf = ({ width }: ResultColumn): number => Math.min(width, widest);
  const sumOf = (all: readonly ResultColumn[]): number => all.reduce((sum, column) => sum + widthOf(column), 0);
  const spare = Math.max(0, 30 - sumOf(answers));
  const number = count(run.setup.table.lines.at(-1) ?? 0).length * 0.58 + 1;
  const width = sumOf(columns) + spare + Math.max(least, number) + nameWidth;
  return (
    <div
      class="sheet"
      ref={sheet}
      tabIndex={0}
      role="region"
      aria-label="Results, scrollable"
      aria-keyshortcuts={keyshortcuts('j k')}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table aria-rowcount={rows.length + 1} style={{ width: `${width}rem`, '--digits': `${number}rem` }}>
        <caption class="hidden">Rows with their answers</caption>
        <thead>
          <tr aria-rowindex={1}>
            <Heading {...heading} id="row" title="Row" name="row-number" />
            <Heading
              {...heading}
              id="name"
              title={run.setup.choice.kind === 'companies' ? 'Company' : 'Person'}
              name="row-name"
            />
            {answers.map((column) => (
              <Heading
                key={column.id}
                {...heading}
                {...column}
                name={column.isNumber ? 'number' : ''}
                width={widthOf(column)}
              />
            ))}
            {spare > 0 && <td style={{ width: `${spare}rem` }} />}
            {cells.map((column) => (
              <Heading key={column.id} {...heading} {...column} name="given" width={widthOf(column)} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={first * rowHeight} />
          {Array.from(rows.subarray(first, last), (row, index) => (
            <Row
              key={row}
              {...{
                run,
                row,
                answers,
                cells,
                position: first + index + 2,
                spare: spare > 0 ? 1 : 0,
              }}
            />
          ))}
          <Gap height={(rows.length - last) * rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps extends Pick<SheetProps, 'sort' | 'onSort'> {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  /** The width of the column in rem. Two columns have their widths from lists.css instead. */
  readonly width?: number;
}

/**
 * The heading of a column. The first click sorts the rows in ascending order, the second in descending order, and the third
 * restores the order of the file.
 */
function Heading({ id, title, name, width, sort, onSort }: HeadingProps): JSX.Element {
  const direction = sort?.by !== id ? undefined : sort.isDescending ? 'descending' : 'ascending';
  const next = direction === undefined ? { by: id, isDescending: false } : { by: id, isDescending: true };
  return (
    <th
      scope="col"
      class={name}
      aria-sort={direction}
      style={width === undefined ? undefined : { width: `${width}rem` }}
    >
      <button type="button" title={title} onClick={() => onSort(direction === 'descending' ? null : next)}>
        <span>{title}</span>
        {direction !== undefined && <span aria-hidden="true">{direction === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </th>
  );
}

/** An empty row in place of the rows that are not drawn. It is as high as all of them, so that the scroll bar has the right length. */
function Gap({ height }: { readonly height: number }): JSX.Element | null {
  return height === 0 ? null : <tr aria-hidden="true" class="gap" style={{ height: `${height}px` }} />;
}

interface RowProps {
  readonly run: ListRun;
  readonly row: number;
  /** The position of the row in the whole table, for screen readers: the header is 1, and the first row below it is 2. */
  readonly position: number;
  readonly answers: readonly ResultColumn[];
  readonly cells: readonly ResultColumn[];
  /** The number of empty columns beside the answers, 0 or 1. In a row without a match, the reason extends over them. */
  readonly spare: number;
}

function Row({ run, row, position, answers, cells, spare }: RowProps): JSX.Element {
  const state = run.answers.stateOf(row);
  const name = nameOf(run, row);
  return (
    <tr aria-rowindex={position}>
      <td class="row-number">{count(run.setup.table.lines[row] ?? 0)}</td>
      <th scope="row" class="row-name" title={name}>
        <div dir="auto">{brokenText(name)}</div>
      </th>
      {state === 'matched' ? (
        <>
          {answers.map(({ id, isNumber, title, valueOf: value }) => (
            <Cell key={id} name={isNumber ? 'number' : ''} text={valueText(title, value(row))} />
          ))}
          {spare > 0 && <td>{answers.length === 0 && <MatchTag state={state} />}</td>}
        </>
      ) : (
        <td class="row-reason" colSpan={answers.length + spare} title={run.reasonOf(row)}>
          <div>
            <MatchTag state={state} /> <span>{run.reasonOf(row)}</span>
          </div>
        </td>
      )}
      {cells.map(({ id, valueOf: value }) => (
        <Cell key={id} name="given" text={textOf(value(row))} />
      ))}
    </tr>
  );
}

function Cell({ name, text }: { readonly name: string; readonly text: string }): JSX.Element {
  return (
    <td class={name} title={text.length > 12 ? text : undefined}>
      <div dir="auto">{brokenText(text)}</div>
    </td>
  );
}

/** The text of a cell. An address that does not fit into one line is broken after a point, a slash or an at sign. */
function brokenText(text: string): ComponentChildren {
  const short = shortUrl(text);
  return /\s/.test(short) ? short : short.match(/[^./@]+[./@]*|^[./@]+/g)?.flatMap((part) => [part, <wbr />]);
}
