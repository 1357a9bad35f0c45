import { effect, signal, untracked } from '@preact/signals';
import type { FieldsResponse } from 'data-access-client';
import { type Choice, firstChoice } from '../enrichment/choice.js';
import { session, signOutReason } from '../session.js';
import { guessKind, guessMapping, type Mapping } from './columns.js';
import { forgetInterrupted, freeUntil, interruptedList, keepInterrupted } from './interrupted.js';
import { type ListFile, readListFile } from './list-file.js';
import { ListRun } from './list-run.js';

/** The list of this tab. It is kept here, so that it continues while the user looks at other screens. */
export type ListState =
  | { readonly step: 'none'; readonly error: unknown }
  | { readonly step: 'reading'; readonly fileName: string; readonly share: number }
  | { readonly step: 'setup'; readonly list: ListFile; readonly mapping: Mapping; readonly choice: Choice }
  | { readonly step: 'run'; readonly run: ListRun };

const none: ListState = { step: 'none', error: null };

export const listState = signal<ListState>(none);

let reading = new AbortController();
let stopKeeping: () => void = () => undefined;

/** Reads a file. If a list from this file was interrupted, the list continues with the columns and options that it had. */
export async function openFile(file: File, catalogue: FieldsResponse): Promise<void> {
  close();
  reading = new AbortController();
  const { signal: ended } = reading;
  const show = (share: number): void => void (listState.value = { step: 'reading', fileName: file.name, share });
  show(0);
  try {
    const list = await readListFile(file, show, ended);
    const before = interruptedList();
    if (before?.fingerprint === list.fingerprint) {
      begin(new ListRun(list, before.mapping, before.choice, catalogue));
      return;
    }
    const kind = guessKind(list);
    listState.value = { step: 'setup', list, mapping: guessMapping(list, kind), choice: firstChoice(kind) };
  } catch (error) {
    if (!ended.aborted) listState.value = { step: 'none', error };
  }
}

/** Begins a list with its first rows. Their results show the user whether the whole list is worth its cost. */
export function preview(
  { list, mapping, choice }: ListState & { readonly step: 'setup' },
  catalogue: FieldsResponse,
): void {
  const run = new ListRun(list, mapping, choice, catalogue);
  begin(run);
  run.preview();
}

/** Shows a list, and stores after each answer what is needed to continue after a reload of the page. */
function begin(run: ListRun): void {
  const { list, mapping, choice } = run;
  const { fingerprint, name: fileName, rows } = list;
  const before = interruptedList();
  const isSame = before?.fingerprint === fingerprint && freeUntil(before).getTime() > Date.now();
  const startedAt = isSame ? before.startedAt : Date.now();
  let most = isSame ? before.answered : 0;
  stopKeeping();
  stopKeeping = effect(() => {
    most = Math.max(most, run.answered);
    if (run.version.value === 0) return;
    keepInterrupted({ fileName, fingerprint, rows: rows.length, mapping, choice, answered: most, startedAt });
  });
  listState.value = { step: 'run', run };
}

/** Goes back to the choice of columns and fields, which begins with those of the list. */
export function change({ list, mapping, choice }: ListRun): void {
  close();
  listState.value = { step: 'setup', list, mapping, choice };
}

/** Ends and forgets the list, so that the user can choose another file. */
export function dropList(): void {
  close();
  forgetInterrupted();
  listState.value = none;
}

function close(): void {
  reading.abort();
  stopKeeping();
  if (listState.value.step === 'run') listState.value.run.cancel();
}

// Drops the list when the user signs out, or signs in as another tenant, who must not see it. When a key has expired, the list
// stays: after a sign-in with another key of the same tenant it can continue.
let tenant: string | undefined;
effect(() => {
  const now = session.value?.me.tenant_id;
  if (now === tenant || (now === undefined && signOutReason.value !== null)) return;
  const before = tenant;
  tenant = now;
  if (before !== undefined) untracked(dropList);
});

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// While there are answers that were not downloaded, the browser asks before it closes or reloads the page.
effect(() => {
  const state = listState.value;
  const isAsked = state.step === 'run' && state.run.answered > 0 && !state.run.isSaved.value;
  if (isAsked) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});
