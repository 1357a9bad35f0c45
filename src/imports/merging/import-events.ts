import type { ColumnUse } from '../reading/column-mapping.js';
import type { ReadingEvent } from '../reading/reading-events.js';
import type { DateOrder } from '../reading/written-dates.js';
import type { ChangeSummary } from '../history/change-summary.js';
import type { ChangePage } from '../history/import-history.sql.js';
import { shownNames } from '../../table-reading/archived-table.js';
import type { ImportProgress } from './import-summary.js';

/** What an import says while it runs, to the command or the upload that started it and to the journal of imports. */
export type ImportEvent =
  | ReadingEvent
  /** The import has begun, and has this id in the journal of imports. A dry run has none. */
  | { readonly kind: 'begun'; readonly importId: number }
  /** The import has to wait for another import in several threads. `holder` describes the database session of the other import. */
  | { readonly kind: 'waiting'; readonly holder: string }
  /** The file of rejected lines was created, at the first rejected line or warning. */
  | { readonly kind: 'rejects file'; readonly path: string }
  /** The file has a profile page on a site that the setting `NETWORK_HOSTS` does not list. Only the first such page is reported. */
  | { readonly kind: 'unconfigured site'; readonly site: string; readonly hosts: readonly string[] | null }
  /** Comes at the end, if the changes of stored values have a pattern that is typical for a wrong file. */
  | { readonly kind: 'suspicious changes'; readonly importId: number; readonly warnings: readonly string[] }
  /** Comes at the end of a dry run: what it would change, with the first changed records. */
  | { readonly kind: 'changes'; readonly summary: ChangeSummary; readonly page: ChangePage }
  | (ImportProgress & { readonly kind: 'progress' })
  /** Comes at the end, if columns or members of the file were ignored. */
  | { readonly kind: 'ignored columns'; readonly names: ReadonlySet<string> }
  /** Comes at the end, with the columns or members of the file and the field that each of them fills. */
  | { readonly kind: 'columns'; readonly columns: readonly ColumnUse[] };

/** The function to which an import says what happens. */
export type ImportObserver = (event: ImportEvent) => void;

/** The sentence about an event for the operator; null for an event that is shown in another way. */
export function noteOf(event: ImportEvent): string | null {
  switch (event.kind) {
    case 'not UTF-8':
      return 'The file is not UTF-8, so it was read as Windows-1252; save it as UTF-8 if letters are wrong';
    case 'table in an archive':
      return `Read ${shownNames([event.name])} of the archive${notRead(event.others)}`;
    case 'sheet':
      return `Read the sheet "${shownNames([event.name])}"${notRead(event.others)}. Another sheet can be chosen by its name`;
    case 'formulas without results':
      return (
        'The workbook has formulas without results, and their cells were read as empty; open it in a spreadsheet program, save it, ' +
        'and import it again'
      );
    case 'ambiguous dates':
      return ambiguousDates(event.column, event.example, event.order);
    case 'mixed dates':
      return mixedDates(event.column, event.order);
    case 'waiting':
      return `Another import with several jobs is running in ${event.holder}; this import starts when that import has ended`;
    case 'rejects file':
      return `Rejected lines and warnings go to ${event.path}`;
    case 'unconfigured site':
      return unconfiguredSite(event.site, event.hosts);
    case 'ignored columns':
      return ignoredColumns(event.names);
    case 'suspicious changes':
      return (
        `${event.warnings.join('; ')}. \`import diff ${event.importId}\` shows the changes, and \`import undo ${event.importId}\` takes ` +
        'them back'
      );
    case 'changes':
    case 'begun':
    case 'progress':
    case 'columns':
      return null;
  }
}

function notRead(others: readonly string[]): string {
  return others.length === 0 ? '' : `; not read: ${shownNames(others)}`;
}

function ambiguousDates(column: string, example: string, order: DateOrder): string {
  return (
    `The dates of the column "${shortened(column)}", such as ${example.slice(0, 10)}, do not show whether the day or the month is first; ` +
    `they were read with the ${order}. If that is wrong, write them as 2026-07-24 and import the file again`
  );
}

function mixedDates(column: string, order: DateOrder): string {
  return (
    `The column "${shortened(column)}" has dates with the day first and dates with the month first; ` +
    `a date that could be either was read with the ${order}. Write all dates as 2026-07-24 and import the file again`
  );
}

const maxShownLength = 60;

function shortened(column: string): string {
  return column.slice(0, maxShownLength);
}

/** Says to which value to change the setting NETWORK_HOSTS. @param hosts the hosts that it lists; null if it is not set */
function unconfiguredSite(site: string, hosts: readonly string[] | null): string {
  const setting = `NETWORK_HOSTS=${[...(hosts ?? []), site].join(',')}`;
  return hosts === null
    ? `The file has profile pages on ${site}. In answers they have the host network.com; set ${setting} to keep ${site} as their host`
    : `The file has profile pages on ${site}, which are not imported; set ${setting} to import them`;
}

const maxNames = 20;

/** Names up to {@link maxNames} of the columns: `Ignored: industy, Record ID and 3 more`. */
function ignoredColumns(names: ReadonlySet<string>): string {
  const shownNames = [...names].slice(0, maxNames).map((name) => name.replace(/\p{C}/gu, '\uFFFD'));
  const more = names.size - shownNames.length;
  return `Ignored: ${shownNames.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
