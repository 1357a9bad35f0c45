import type { ComponentChildren, JSX } from 'preact';
import { failureOf } from '../failures.js';
import { TextField } from '../parts/form.js';
import { FoldedText, type FoldedTextProps } from '../parts/folded.js';
import { Icon } from '../parts/icons.js';
import { Read } from '../parts/states.js';
import type { Resource } from '../resource.js';
import { Table, type TableProps } from '../parts/table.js';

/** A table of operators. Where it has less room than its columns need, such as on a phone, each row becomes a card. */
export function Records<Row>(props: TableProps<Row>): JSX.Element {
  return (
    <div class="records">
      <Table {...props} />
    </div>
  );
}

interface SearchProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Says how many rows were found. */
  readonly children: ComponentChildren;
}

/** A search in the rows of a table, and beside it how many rows it has found. */
export function Search({ placeholder, value, onInput, children }: SearchProps): JSX.Element {
  return (
    <div class="search">
      <TextField
        label="Search"
        type="search"
        placeholder={placeholder}
        value={value}
        onInput={onInput}
        autoComplete="off"
      />
      <p class="note" role="status">
        {children}
      </p>
    </div>
  );
}

/** A text of any length and direction in a table. A long one is cut until the operator presses the button below it. */
export function Folded(props: FoldedTextProps): JSX.Element {
  return (
    <div class="line folded" dir="auto">
      <FoldedText {...props} />
    </div>
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
