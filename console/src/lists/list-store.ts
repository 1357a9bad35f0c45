import { effect, signal, untracked } from '@preact/signals';
import type { FieldsResponse } from 'data-access-client';
import { type Choice, firstChoice } from '../enrichment/choice.js';
import { session, signOutReason } from '../session.js';
import { guessKind, guessMapping, type Mapping } from './columns.js';
import { forgetInterrupted, freeUntil, interruptedList, keepInterrupted } from './interrupted.js';
import { type ListFile, readListFile } from './list-file.js';
import { ListRun } from './list-run.js';

/** The list of the tab. It goes on while other screens are shown. */
export type ListState =
  | { readonly step: 'none'; readonly error: unknown }
  | { readonly step: 'reading'; readonly fileName: string; readonly share: number }
  | { readonly step: 'setup'; readonly list: ListFile; readonly mapping: Mapping; readonly choice: Choice }
  | { readonly step: 'run'; readonly run: ListRun };

const none: ListState = { step: 'none', error: null };

export const listState = signal<ListState>(none);

let reading = new AbortController();
let stopKeeping: () => void = () => undefined;

/** Reads a file. If it is the one that was interrupted, its columns and options are those of before. */
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

/** Begins to ask: the first rows, whose answers show whether the rest is worth it. */
export function preview(
  { list, mapping, choice }: ListState & { readonly step: 'setup' },
  catalogue: FieldsResponse,
): void {
  const run = new ListRun(list, mapping, choice, catalogue);
  begin(run);
  run.preview();
}

/** Keeps what is needed to go on after a reload. */
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

/** Back to columns and fields, with those of the run. */
export function change({ list, mapping, choice }: ListRun): void {
  close();
  listState.value = { step: 'setup', list, mapping, choice };
}

/** Another list, without this one. */
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

// A tenant does not see the list of another; who signs out leaves nothing behind. With another key of the tenant the list goes on.
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

// The browser asks before it drops what was not downloaded.
effect(() => {
  const state = listState.value;
  const isAsked = state.step === 'run' && state.run.answered > 0 && !state.run.isSaved.value;
  if (isAsked) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});
