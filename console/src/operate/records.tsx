import type { ComponentChildren, JSX } from 'preact';
import { failureOf } from '../failures.js';
import { Icon } from '../parts/icons.js';
import { Read } from '../parts/states.js';
import type { Resource } from '../resource.js';
import { keyshortcuts } from '../shortcut-keys.js';
import type { Column } from '../parts/table.js';
import { time, timeZone } from '../format.js';

export interface RecordColumn<Row> extends Column<Row> {
  /**
   * How the column appears where there is room only for cards: `state` beside the name, `wide` in a line of its own, `actions` below all
   * values and without a title. `extra` is a column that a table of middle width leaves out.
   */
  readonly as?: 'state' | 'wide' | 'actions' | 'extra';
}

interface RecordsProps<Row> {
  readonly caption: string;
  readonly columns: readonly RecordColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

/** A table. Where it has less room than its columns need, such as on a phone, each row becomes a card. */
export function Records<Row>({ caption, columns, rows, keyOf }: RecordsProps<Row>): JSX.Element {
  // A browser forgets that something is a table when it shows the rows as cards, so the roles are written out.
  return (
    <div class="records">
      <div
        class="table"
        tabIndex={0}
        role="group"
        aria-label={`${caption}, scrollable`}
        aria-keyshortcuts={keyshortcuts('j k')}
      >
        <table role="table" aria-label={caption}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ title, align = '', as = '' }) => (
                <th key={title} role="columnheader" scope="col" class={`${align} ${as}`}>
                  {as === 'actions' ? <span class="hidden">{title}</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={keyOf(row)} role="row">
                {columns.map(({ title, align = '', as = '', cell }, index) =>
                  index === 0 ? (
                    <th key={title} role="rowheader" scope="row">
                      <div class="cell">{cell(row)}</div>
                    </th>
                  ) : (
                    <td key={title} role="cell" class={`${align} ${as}`} data-title={title}>
                      <div class="cell">{cell(row)}</div>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const thisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const otherYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A time without its seconds, such as `Nov 26, 6:16 AM`, or a day of another year. The whole time appears when the pointer is on it. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  const date = new Date(at);
  const format = date.getFullYear() === new Date().getFullYear() ? thisYear : otherYear;
  return (
    <time dateTime={at} title={`${time(at)} (${timeZone})`}>
      {format.format(date)}
    </time>
  );
}

/** A text of any length and direction. A long one is cut after some lines; all of it appears when the pointer is on it. */
export function Clamped({ text }: { readonly text: string }): JSX.Element {
  return (
    <span class="clamp" dir="auto" title={text}>
      {text}
    </span>
  );
}

interface PartProps<T> {
  readonly resource: Resource<T>;
  /** What is read: `the keys`. */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what a part of a screen has read. If that failed, one line says so, because usually all parts fail together. */
export function Part<T>({ resource, what, children }: PartProps<T>): JSX.Element {
  if (resource.state !== 'failed')
    return (
      <Read resource={resource} what={what}>
        {children}
      </Read>
    );
  const { title, advice, requestId } = failureOf(resource.error, '');
  return (
    <div class="notice bad unread" role="alert" title={requestId === null ? undefined : `Request ${requestId}`}>
      <Icon name="warning" />
      <div>
        <p>
          The console could not read {what}. {title}. {advice}
        </p>
        <button type="button" class="small" onClick={resource.reload}>
          Try again
        </button>
      </div>
    </div>
  );
}
