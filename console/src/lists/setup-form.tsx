import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FieldsResponse } from 'data-access-client';
import { ChoiceForm } from '../enrichment/choice-form.js';
import { costAtMost, firstChoice, isEmpty, kindNames } from '../enrichment/choice.js';
import { canIdentify, identifierMembers, identifyingText } from '../enrichment/identifiers.js';
import { counted } from '../format.js';
import { SelectField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Switch } from '../parts/switch.js';
import { groupsOf, guessMapping, type Mapping } from './columns.js';
import { CostCard } from './cost-card.js';
import { previewRows } from './list-run.js';
import { type ListState, listState, preview } from './list-store.js';

interface SetupFormProps {
  readonly state: ListState & { readonly step: 'setup' };
  readonly catalogue: FieldsResponse;
}

/** Lets the user choose the columns that identify companies or persons and the fields to request, and shows the cost. */
export function SetupForm({ state, catalogue }: SetupFormProps): JSX.Element {
  const { list, choice } = state;
  const { kind } = choice;
  const change = (changed: Partial<typeof state>): void => void (listState.value = { ...state, ...changed });
  // Rows with the same identifier are asked and charged once.
  const distinct = useMemo(() => groupsOf(list, kind, state.mapping).length, [list, kind, state.mapping]);
  const first = Math.min(previewRows, distinct);
  const problem = problemOf(state);
  return (
    <div class="setup">
      <Card
        title={list.name}
        actions={
          <Switch
            legend="What the rows are"
            options={kindNames}
            value={kind}
            onChange={(next) => change({ choice: firstChoice(next), mapping: guessMapping(list, next) })}
          />
        }
      >
        <p class="note">
          {counted(list.rows.length, 'row')} with {counted(list.header.length, 'column')}. {identifyingText[kind]}
        </p>
        <Columns state={state} onChange={(changed) => change({ mapping: changed })} />
      </Card>
      <Card title="What to request">
        <ChoiceForm catalogue={catalogue} choice={choice} onChange={(changed) => change({ choice: changed })} />
      </Card>
      <CostCard
        parts={[
          [`First ${counted(first, 'row')}`, costAtMost(choice, first)],
          [`Whole list, ${counted(list.rows.length, 'row')}`, costAtMost(choice, distinct)],
        ]}
      >
        {problem !== null && <p class="fault">{problem}</p>}
        <button type="button" class="primary" disabled={problem !== null} onClick={() => preview(state, catalogue)}>
          Enrich the first {counted(first, 'row')}
        </button>
      </CostCard>
    </div>
  );
}

/** Why the list cannot be enriched with these columns and fields, as shown to the user; null if it can. */
function problemOf({ mapping, choice }: SetupFormProps['state']): string | null {
  const members = Object.keys(mapping).filter((name) => mapping[name] !== undefined);
  if (!canIdentify(choice.kind, members)) return identifyingText[choice.kind];
  return isEmpty(choice) ? 'Choose at least one field.' : null;
}

interface ColumnsProps {
  readonly state: SetupFormProps['state'];
  readonly onChange: (mapping: Mapping) => void;
}

function Columns({ state: { list, mapping, choice }, onChange }: ColumnsProps): JSX.Element {
  const options = [
    ['', 'Not in the list'] as const,
    ...list.header.map((name, column) => [String(column), name] as const),
  ];
  return (
    <div class="identifier">
      {identifierMembers[choice.kind].map(({ name, label }) => {
        const column = mapping[name];
        return (
          <SelectField
            key={name}
            label={label}
            hint={column === undefined ? undefined : `Example: ${exampleOf(list.rows, column)}`}
            value={column === undefined ? '' : String(column)}
            options={options}
            onChange={(value) => {
              const { [name]: _, ...others } = mapping;
              onChange(value === '' ? others : { ...others, [name]: Number(value) });
            }}
          />
        );
      })}
    </div>
  );
}

/** The first value of a column in the first 100 rows, cut to 60 characters. */
function exampleOf(rows: readonly (readonly string[])[], column: number): string {
  const value = rows.slice(0, 100).find((row) => (row[column] ?? '').trim() !== '')?.[column];
  return value === undefined ? '(empty)' : value.slice(0, 60);
}
