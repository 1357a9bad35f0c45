import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FieldsResponse } from 'data-access-client';
import { ChoiceForm } from '../enrichment/choice-form.js';
import { columnsOf, isEmpty, wordsFor } from '../enrichment/choice.js';
import { canIdentify, identifyingText } from '../enrichment/identifiers.js';
import { mayPreview } from '../enrichment/preview.js';
import { counted } from '../format.js';
import { Card } from '../parts/layout.js';
import { type Group, groupsOf, listMembers, type Mapping } from './columns.js';
import { CostCard } from './cost-card.js';
import { FileCard } from './file-card.js';
import { ListAnswers } from './list-answers.js';
import { previewSize } from './list-run.js';
import type { ListSetup } from './list-setup.js';
import { NamesPart } from './names-part.js';
import { ChoiceFields, exampleOf } from './table-parts.js';
import { PreviewCard } from './preview-card.js';
import { begin, changeSetup, chooseLike, isChosenLike, listLike, type SetupState } from './list-store.js';

interface SetupFormProps {
  readonly state: SetupState;
  readonly catalogue: FieldsResponse;
}

/** The form in which the user chooses the columns that identify companies or persons and the fields to request. It also shows the cost. */
export function SetupForm({ state, catalogue }: SetupFormProps): JSX.Element {
  const { setup, kept } = state;
  const { table, choice, mapping, names, requests } = setup;
  const { kind } = choice;
  const change = (changed: Partial<ListSetup>): void => changeSetup(setup.id, changed);
  const groups = useMemo(() => groupsOf(table, kind, mapping, names), [table, kind, mapping, names]);
  const answers = useMemo(
    () => new ListAnswers(groups, choice, columnsOf(choice, catalogue), requests),
    [groups, choice, requests],
  );
  const rest = answers.rest([]);
  const first = rest.slice(0, previewSize);
  const isNew = requests.length === 0;
  const problem = problemOf(setup, isNew && rest.length === 0);
  const isStuck = problem !== null;
  const nameless = groups.find(({ identifier }) => identifier === null)?.rows.length ?? 0;
  const known = answers.counts.answered - nameless;
  return (
    <div class="setup">
      <FileCard state={state} />
      <Card title="Columns">
        <p class={problem === identifyingText[kind] ? 'fault' : 'note'}>
          {identifyingText[kind]} {kind === 'companies' && 'The service can also find companies by their names.'}
        </p>
        {kept === null && <Reuse setup={setup} />}
        <Columns setup={setup} onChange={(changed) => change({ mapping: changed })} />
        <NamesPart setup={setup} onChange={(changed) => change({ names: changed })} />
      </Card>
      <Card title="What to request">
        <ChoiceForm catalogue={catalogue} choice={choice} onChange={(changed) => change({ choice: changed })} />
      </Card>
      {mayPreview() && !isStuck && <PreviewCard kind={kind} answers={answers} rest={rest} />}
      <CostCard
        parts={[
          ...(isNew && first.length < rest.length ? [[`First ${first.length}`, answers.costOf(first)] as const] : []),
          ...(rest.length > 0 ? [[isNew ? 'Whole list' : 'Still to request', answers.costOf(rest)] as const] : []),
        ]}
        notes={isStuck ? [] : notesOf(setup, groups, nameless, answers.matchedIn(rest))}
      >
        {(isBroke) => (
          <>
            {problem !== null && <p class={problem === findFirst ? 'note' : 'fault'}>{problem}</p>}
            {!isStuck && known > 0 && (
              <p class="note">{counted(known, 'row has its', 'rows have their')} answers already.</p>
            )}
            {(isNew || rest.length > 0) && (
              <button
                type="button"
                class="primary"
                disabled={isStuck || isBroke}
                onClick={() => (isNew ? begin(setup, catalogue).preview() : begin(setup, catalogue).resume())}
              >
                Enrich {isNew && first.length < rest.length && 'the first '}
                {rest.length > 0 && counted(isNew ? first.length : rest.length, ...wordsFor[kind])}
              </button>
            )}
            {isNew ? (
              first.length < rest.length && (
                <button type="button" disabled={isStuck || isBroke} onClick={() => begin(setup, catalogue).resume()}>
                  Enrich all {counted(rest.length, ...wordsFor[kind])}
                </button>
              )
            ) : (
              <button
                type="button"
                class={rest.length > 0 ? '' : 'primary'}
                disabled={isStuck}
                onClick={() => void begin(setup, catalogue)}
              >
                Show the list
              </button>
            )}
          </>
        )}
      </CostCard>
    </div>
  );
}

/**
 * Sentences that explain why fewer identifiers are charged than the file has rows, such as duplicates.
 * @param nameless the number of rows without anything that identifies a company or a person
 * @param again the number of identifiers that were matched before, and lack only fields that the user has added since
 */
function notesOf({ table, choice }: ListSetup, groups: readonly Group[], nameless: number, again: number): string[] {
  const distinct = groups.length - (nameless > 0 ? 1 : 0);
  const duplicates = table.rows.length - nameless - distinct;
  return [
    ...(duplicates > 0
      ? [`${counted(duplicates, 'row is a repeat and costs', 'rows are repeats and cost')} nothing.`]
      : []),
    ...(nameless > 0
      ? [`For ${counted(nameless, 'row')} no ${wordsFor[choice.kind][0]} is known, so nothing is requested.`]
      : []),
    ...(again > 0
      ? [
          `${counted(again, ...wordsFor[choice.kind])} with answers lack the added fields, and are charged again for them.`,
        ]
      : []),
  ];
}

/** Shown before and during the search for the companies of a list of names. */
const findFirst = 'The list can begin when its companies are found by their names, or have websites.';

/** Why the list cannot be enriched with the columns and fields that are chosen now, as shown to the user. Null if it can. */
function problemOf({ mapping, names, choice }: ListSetup, isEmptyList: boolean): string | null {
  const members = Object.keys(mapping).filter((name) => mapping[name] !== undefined);
  const isNamed = choice.kind === 'companies' && mapping.name !== undefined;
  if (!canIdentify(choice.kind, members) && (!isNamed || Object.keys(names).length === 0))
    return isNamed ? findFirst : identifyingText[choice.kind];
  if (isEmptyList) return 'No row has anything that identifies a company or a person.';
  return isEmpty(choice) ? 'Choose at least one field.' : null;
}

/** Offers the choice of columns and fields of the last list with the same columns. */
function Reuse({ setup }: { readonly setup: ListSetup }): JSX.Element | null {
  const list = listLike(setup);
  if (list === null) return null;
  return (
    <div class="presets">
      <button
        type="button"
        class="small"
        aria-pressed={isChosenLike(setup, list)}
        onClick={() => chooseLike(setup, list)}
      >
        <span>
          Use the columns and fields of “<bdi>{list.name}</bdi>”
        </span>
      </button>
    </div>
  );
}

interface ColumnsProps {
  readonly setup: ListSetup;
  readonly onChange: (mapping: Mapping) => void;
}

function Columns({ setup: { table, mapping, choice }, onChange }: ColumnsProps): JSX.Element {
  return (
    <ChoiceFields
      choices={listMembers[choice.kind].map(({ name, label }) => {
        const column = mapping[name];
        return {
          key: name,
          label,
          value: String(column ?? ''),
          example: column === undefined ? undefined : exampleOf(table, column),
        };
      })}
      options={[['', 'No column'], ...table.header.map((name, column) => [String(column), name] as const)]}
      onChange={(name, value) => {
        const { [name]: _, ...others } = mapping;
        onChange(value === '' ? others : { ...others, [name]: Number(value) });
      }}
    />
  );
}
