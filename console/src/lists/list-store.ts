import { batch, effect, signal, untracked } from '@preact/signals';
import type { FieldsResponse } from 'data-access-client';
import { columnsOf } from '../enrichment/choice.js';
import { client, onTenant, session } from '../session.js';
import { groupsOf } from './columns.js';
import { NotATable } from '../../../src/table-reading/table-rows.js';
import {
  dropRequest,
  fileOf,
  keepList,
  keepRequest,
  type KeptList,
  keptLists,
  type KeptRequest,
  removeList,
  requestsOf,
  updateList,
} from './kept-lists.js';
import { ListAnswers } from './list-answers.js';
import { likelyHeader, loaded, nextTurn, type RawTable, tableOf } from './list-table.js';
import { ListRun, type RequestKeeper } from './list-run.js';
import { type ListSetup, newList, setupOf, withHeader } from './list-setup.js';

/**
 * What the screen for lists shows in this browser tab. The state is kept outside of the screen, so that a list goes on while the
 * user looks at another screen.
 */
export type ListState =
  | {
      readonly step: 'none';
      /** Why the file or the list that the user chose last could not be opened; null if it could. */
      readonly error: unknown;
      /** The name of this file or list. */
      readonly name: string;
    }
  | { readonly step: 'reading'; readonly name: string; readonly share: number }
  | {
      readonly step: 'setup';
      readonly setup: ListSetup;
      /** The stored list that this setup changes; null for a new list. */
      readonly kept: KeptList | null;
      /** Why the sheet or the row that the user chose last could not be used, as shown to the user. */
      readonly fault?: string | undefined;
    }
  | { readonly step: 'run'; readonly run: ListRun };

const none: ListState = { step: 'none', error: null, name: '' };

/** The state of the screen while the user chooses columns and fields. */
export type SetupState = ListState & { readonly step: 'setup' };

export const listState = signal<ListState>(none);

/** The lists of the tenant that this browser has stored; null until they have been read. */
export const lists = signal<readonly KeptList[] | null>(null);

/** Whether the browser failed to store something, so that it will be lost when the page is closed. */
export const hasLosses = signal(false);

let reading = new AbortController();
let listsAreRead: Promise<void> = Promise.resolve();

/**
 * Reads a file and opens its list. If the browser has stored a list of a file with the same content, that list is opened. If it has
 * stored a list of a file with the same name but other content, the user can continue that list with the rows of the new file. In
 * all other cases a new list is set up.
 * @param catalogue null if it was not read yet
 */
export async function openFile(chosen: File, catalogue: FieldsResponse | null): Promise<void> {
  await open(chosen.name, async (show, ended) => {
    // The file on the disk may change, so the console works with a copy.
    const file = new File([await chosen.arrayBuffer()], chosen.name);
    const raw = await readTable(file, null, show, ended);
    await nextTurn();
    const setup = setupOf(file, raw);
    await nextTurn();
    await listsAreRead;
    const known = lists.value ?? [];
    const same = known.find(({ fingerprint }) => fingerprint === raw.fingerprint);
    const kept = same ?? known.find(({ fileName }) => fileName === file.name) ?? null;
    if (kept !== null) await assertNotElsewhere(kept);
    if (same !== undefined) begin(await setupOfKept(same, { file, raw }), catalogue ?? (await client().fields()));
    else listState.value = { step: 'setup', kept, setup: kept === null ? setup : await continued(kept, setup) };
  });
}

/** Opens a list that this browser keeps. @param catalogue null if it was not read yet */
export async function openKept(list: KeptList, catalogue: FieldsResponse | null): Promise<void> {
  await open(list.name, async (show, ended) => {
    await assertNotElsewhere(list);
    const file = await fileOf(list.id);
    const raw = await readTable(file, list.sheet, show, ended);
    begin(await setupOfKept(list, { file, raw }), catalogue ?? (await client().fields()));
  });
}

async function open(
  name: string,
  work: (show: (share: number) => void, ended: AbortSignal) => Promise<void>,
): Promise<void> {
  close();
  reading = new AbortController();
  const { signal: ended } = reading;
  const show = (share: number): void => void (listState.value = { step: 'reading', name, share });
  show(0);
  try {
    await work(show, ended);
  } catch (error) {
    if (!ended.aborted) listState.value = { step: 'none', error, name };
  }
}

async function setupOfKept(list: KeptList, read: Pick<ListSetup, 'file' | 'raw'>): Promise<ListSetup> {
  const { id, name, headerRow, mapping, names, choice } = list;
  const requests = await requestsOf(id);
  return { ...read, id, name, headerRow, mapping, names, choice, requests, table: tableOf(read.raw, headerRow) };
}

/**
 * The setup that continues a stored list with the rows of a newer file. It has the answers and the chosen fields of the list. It
 * also has the chosen columns, if both files have the same names of columns.
 */
async function continued({ id, name, header, mapping, names, choice }: KeptList, setup: ListSetup): Promise<ListSetup> {
  const requests = await requestsOf(id);
  const isSame = JSON.stringify(header) === JSON.stringify(setup.table.header);
  return { ...setup, id, name, names, requests, choice, ...(isSame ? { mapping } : {}) };
}

/** Starts a list, or continues a stored one, with what the user has chosen. */
export function begin(setup: ListSetup, catalogue: FieldsResponse): ListRun {
  const { choice, table, mapping, names, requests } = setup;
  const groups = groupsOf(table, choice.kind, mapping, names);
  const answers = new ListAnswers(groups, choice, columnsOf(choice, catalogue), requests);
  hasLosses.value = false;
  let kept: Promise<void> = Promise.resolve();
  const keeper: RequestKeeper = {
    keep: (request) => tried(kept.then(() => keepRequest(request))),
    drop: (request) => tried(dropRequest(request)),
  };
  const run = new ListRun(setup, answers, keeper);
  const tenantId = session.value?.me.tenant_id ?? '';
  kept = tried(keepList(keptOf(run, tenantId), setup.file));
  effect(() => {
    const list = keptOf(run, tenantId);
    untracked(() => {
      if (session.value?.me.tenant_id !== list.tenant) return;
      lists.value = [list, ...(lists.value ?? []).filter(({ id }) => id !== list.id)];
      void tried(kept.then(() => updateList(list)));
    });
  });
  listState.value = { step: 'run', run };
  // Asks the browser not to remove the stored lists when the disk is full. Browsers offer this only on HTTPS.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => undefined);
  return run;
}

/** Waits until the browser has stored something. If that fails, it sets {@link hasLosses}; it never rejects. */
async function tried(work: Promise<void>): Promise<void> {
  await work.catch(() => {
    hasLosses.value = true;
  });
}

const sizes = new WeakMap<KeptRequest, number>();

function sizeOf(request: KeptRequest): number {
  const size = sizes.get(request) ?? JSON.stringify(request).length;
  sizes.set(request, size);
  return size;
}

function keptOf(run: ListRun, tenantId: string): KeptList {
  const { id, name, file, raw, headerRow, mapping, names, choice, table, requests } = run.current;
  return {
    ...{
      id,
      name,
      fileName: file.name,
      fingerprint: raw.fingerprint,
      sheet: raw.sheet,
      headerRow,
      mapping,
      names,
      choice,
    },
    ...{ header: table.header, rows: table.rows.length, answered: run.answered, matched: run.counts.value.matched },
    tenant: tenantId,
    charged: run.charged.value,
    requestIds: requests.flatMap(({ answer }) => answer?.requestId ?? []),
    bytes: requests.reduce((sum, request) => sum + sizeOf(request), file.size),
    changedAt: Date.now(),
  };
}

/** Goes back from the results to the choice of columns and fields. The list keeps its answers. */
export function change(run: ListRun): void {
  const setup = run.current;
  const kept = lists.value?.find(({ id }) => id === setup.id) ?? null;
  close();
  listState.value = { step: 'setup', setup, kept };
}

/** What a list takes over from another list with the same columns. */
type Chosen = Pick<KeptList, 'mapping' | 'names' | 'choice'>;

/** The list that was changed last among the other lists with the same names of columns; null if there is none. */
export function listLike({ id, table }: ListSetup): KeptList | null {
  const header = JSON.stringify(table.header);
  return (lists.value ?? []).find((list) => list.id !== id && JSON.stringify(list.header) === header) ?? null;
}

/** Whether a list has the same choice of columns and fields as another list. */
export function isChosenLike(setup: ListSetup, list: KeptList): boolean {
  const textOf = ({ mapping, names, choice }: Chosen): string =>
    JSON.stringify([Object.entries(mapping).sort(), names, choice]);
  return textOf(setup) === textOf(list);
}

/** Takes over the choice of columns and fields from another list. */
export function chooseLike({ id }: ListSetup, { mapping, names, choice }: KeptList): void {
  changeSetup(id, { mapping, names, choice });
}

/** Changes what the user has chosen for a list. Nothing happens if the list with this id is no longer being set up. */
export function changeSetup(id: string, changed: Partial<ListSetup>): void {
  const state = listState.value;
  if (state.step === 'setup' && state.setup.id === id)
    listState.value = { ...state, setup: { ...state.setup, ...changed } };
}

/** Sets which row has the names of the columns. @param headerRow the index of the row; null if no row has these names */
export function chooseHeader(state: SetupState, headerRow: number | null): void {
  try {
    listState.value = { ...state, setup: withHeader(state.setup, headerRow), fault: undefined };
  } catch (error) {
    listState.value = { ...state, fault: messageOf(error) };
  }
}

async function readTable(
  file: File,
  sheet: string | null,
  show: (share: number) => void,
  ended: AbortSignal,
): Promise<RawTable> {
  const reader = await loaded(import('./list-file.js'));
  return reader.readTable(file, sheet, show, ended);
}

/** Reads another sheet of the workbook. */
export async function chooseSheet(state: SetupState, sheet: string): Promise<void> {
  try {
    const raw = await readTable(state.setup.file, sheet, () => undefined, reading.signal);
    listState.value = { ...state, setup: withHeader({ ...state.setup, raw }, likelyHeader(raw)), fault: undefined };
  } catch (error) {
    listState.value = { ...state, fault: `${sheet}: ${messageOf(error)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes a new list of the file instead of continuing the stored one. The stored list stays as it is. */
export function beginAnew({ setup }: SetupState): void {
  listState.value = { step: 'setup', setup: { ...setup, ...newList(setup.file), requests: [] }, kept: null };
}

/** Closes the list. It stays among the stored lists. */
export function leaveList(): void {
  close();
  listState.value = none;
}

/** Removes a stored list with its answers from this browser. */
export async function forgetList({ id }: KeptList): Promise<void> {
  await tried(removeList(id));
  lists.value = (lists.value ?? []).filter((list) => list.id !== id);
}

function close(): void {
  reading.abort();
  if (listState.value.step === 'run') listState.value.run.pause();
}

/** Reads the lists of a tenant that this browser has stored. */
async function readLists(tenant: string): Promise<void> {
  const read = await keptLists(tenant).catch(() => []);
  if (session.value?.me.tenant_id === tenant) lists.value = read;
}

// Closes the list when the user signs out, or signs in as another tenant, who must not see it. If the user was signed out because
// the key has expired, the list stays open. The user can then sign in with another key of the same tenant, and continue.
onTenant((tenant) => {
  if (listState.value.step === 'run') listState.value.run.cancel();
  batch(() => {
    leaveList();
    lists.value = null;
  });
  if (tenant !== undefined) listsAreRead = readLists(tenant);
});

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// The browser asks the user before it closes or reloads the page, as long as there are answers that it could not store and the user
// has not downloaded.
effect(() => {
  const state = listState.value;
  const isAsked = hasLosses.value && state.step === 'run' && state.run.known > 0 && !state.run.isSaved.value;
  if (isAsked) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});

// If two tabs had the same list open, they would put the same rows into different requests, and the tenant would pay twice. So a
// tab asks all others whether they have a list open before it opens that list.
const tabs = new BroadcastChannel('data-access-console-lists');

interface TabMessage {
  /** The id of the list. */
  readonly list: string;
  /** True if the sender has the list open. False if the sender wants to open it, and asks whether another tab has it open. */
  readonly isOpen: boolean;
}

tabs.addEventListener('message', ({ data: { list, isOpen } }: MessageEvent<TabMessage>) => {
  const state = listState.value;
  if (!isOpen && state.step === 'run' && state.run.setup.id === list) tabs.postMessage({ list, isOpen: true });
});

/** How long a tab waits for other tabs to say that they have the list open, in milliseconds. */
const answerTime = 200;

/**
 * Makes sure that no other tab has the list open.
 * @throws NotATable if another tab has it open
 */
async function assertNotElsewhere({ id }: KeptList): Promise<void> {
  const isElsewhere = await new Promise<boolean>((resolve) => {
    const listen = ({ data: { list, isOpen } }: MessageEvent<TabMessage>): void => {
      if (isOpen && list === id) resolve(true);
    };
    tabs.addEventListener('message', listen);
    setTimeout(() => {
      tabs.removeEventListener('message', listen);
      resolve(false);
    }, answerTime);
    tabs.postMessage({ list: id, isOpen: false } satisfies TabMessage);
  });
  if (isElsewhere)
    throw new NotATable('This list is open in another tab of this browser. Continue there, or close that tab.');
}
