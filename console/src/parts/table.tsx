import type { ComponentChildren, JSX } from 'preact';
import { keyshortcuts } from '../shortcut-keys.js';

export interface Column<Row> {
  readonly title: string;
  readonly align?: 'end';
  /**
   * The place of the column in a narrow console for operators, where each row is a card. `state` is beside the name, `wide` has a line of
   * its own, and `actions` is below all values, without a title. `extra` is a column that a table of middle width leaves out.
   */
  readonly as?: 'state' | 'wide' | 'actions' | 'extra';
  readonly cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

/**
 * A table. The first cell of each row is the heading of the row. If the table is wider than the screen, it scrolls sideways, also
 * with the keyboard. In a part with the class `lines`, each row is a block of lines on a phone. A browser then forgets that it is
 * a table, so the roles are written out.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  return (
    <div
      class="table"
      tabIndex={0}
      role="group"
      aria-label={`${caption}, scrollable`}
      aria-keyshortcuts={keyshortcuts('j k')}
    >
      <table role="table">
        <caption class="hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, align = '', as = '' }, index) => (
              <th key={index} role="columnheader" scope="col" class={`${align} ${as}`}>
                {as === 'actions' ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ title, align = '', as = '', cell }, index) => {
                const content = align === '' ? <div class="cell">{cell(row)}</div> : cell(row);
                return index === 0 ? (
                  <th key={index} role="rowheader" scope="row" class={align}>
                    {content}
                  </th>
                ) : (
                  <td key={index} role="cell" class={`${align} ${as}`} data-title={title}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
