import type { CreditFeature } from 'data-access-client';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Choice, Identifier } from '../enrichment/choice.js';
import type { Mapping, Names } from './columns.js';

/** The credits that requests were charged, by feature. */
export type Charged = Readonly<Partial<Record<CreditFeature, number>>>;

/** What the service said about an identifier. */
export interface Outcome {
  /** `invalid`: the service refused the identifier. */
  readonly state: 'matched' | 'missed' | 'invalid';
  /** Why the identifier has no match, as shown to the user; null for a match. */
  readonly reason: string | null;
  /** The values of the record, one for each of the request's `columns`; null without a match. */
  readonly values: readonly unknown[] | null;
}

/** What the service answered to one request of a list. */
export interface KeptAnswer {
  /** One outcome for each identifier of the request, in the order of the identifiers. */
  readonly outcomes: readonly Outcome[];
  /** The id of the request that was charged; null if the service refused every identifier, which costs nothing. */
  readonly requestId: string | null;
  readonly charged: Charged;
}

/**
 * A request of a list, as the browser stores it. It is stored before it is sent. If no answer comes, it can be sent again
 * unchanged, and the service does not charge it a second time.
 */
export interface KeptRequest {
  /** The id of the list. */
  readonly list: string;
  /** The idempotency key. */
  readonly key: string;
  readonly choice: Choice;
  /** The names of the columns that the request asks for, such as `employee_count` or `company.name`. */
  readonly columns: readonly string[];
  readonly identifiers: readonly Identifier[];
  /** When the request was first sent, in milliseconds since 1970. */
  readonly sentAt: number;
  /** Null until the service has answered. */
  readonly answer: KeptAnswer | null;
}

/** The credits that the given requests were charged together, by feature. */
export function chargedBy(requests: readonly KeptRequest[]): Charged {
  const sum: Partial<Record<CreditFeature, number>> = {};
  for (const { answer } of requests)
    for (const [feature, charged] of Object.entries(answer?.charged ?? {}) as [CreditFeature, number][])
      sum[feature] = (sum[feature] ?? 0) + charged;
  return sum;
}

/**
 * A list that this browser has stored. The file and the requests of the list are stored separately, and are only read when the list
 * is opened.
 */
export interface KeptList {
  readonly id: string;
  /** The id of the tenant that the list belongs to. Other tenants do not see the list. */
  readonly tenant: string;
  /** The name that the user gave it. */
  readonly name: string;
  readonly fileName: string;
  /** The fingerprint of the file's content. It shows that the user has chosen the same file again. */
  readonly fingerprint: string;
  readonly sheet: string | null;
  /** The index of the row that has the names of the columns; null if the file has no such row. */
  readonly headerRow: number | null;
  /** The names of the columns. */
  readonly header: readonly string[];
  readonly mapping: Mapping;
  /** The companies that the user has chosen for rows with nothing but a name. */
  readonly names: Names;
  readonly choice: Choice;
  readonly rows: number;
  readonly answered: number;
  readonly matched: number;
  readonly charged: Charged;
  /** The ids of the requests that were answered. The usage report looks up in them which list a request belongs to. */
  readonly requestIds: readonly string[];
  /** Roughly how much space the list takes in the browser, in bytes. */
  readonly bytes: number;
  /** When the list was last changed, in milliseconds since 1970. */
  readonly changedAt: number;
}

interface Schema extends DBSchema {
  lists: { key: string; value: KeptList; indexes: { tenant: string } };
  files: { key: string; value: File };
  requests: { key: [list: string, key: string]; value: KeptRequest };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** The browser's database for lists. The promise rejects if the browser offers the page no database, as in some private windows. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('data-access-console', 1, {
    upgrade(made) {
      made.createObjectStore('lists', { keyPath: 'id' }).createIndex('tenant', 'tenant');
      made.createObjectStore('files');
      made.createObjectStore('requests', { keyPath: ['list', 'key'] });
    },
  });
  return opened;
}

/**
 * The range of the keys of all requests of a list. A key is `[id of the list, key of the request]`. In IndexedDB an array sorts after
 * every text, so `[id, []]` comes after all of these keys.
 */
const ofList = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** The lists of a tenant. The list that was changed last comes first. */
export async function keptLists(tenant: string): Promise<KeptList[]> {
  const lists = await (await database()).getAllFromIndex('lists', 'tenant', tenant);
  return lists.sort((one, other) => other.changedAt - one.changedAt);
}

export async function fileOf(id: string): Promise<File> {
  const file = await (await database()).get('files', id);
  if (file === undefined) throw new Error('The browser has lost the file of this list. Choose the file again.');
  return file;
}

export async function requestsOf(id: string): Promise<KeptRequest[]> {
  return (await database()).getAll('requests', ofList(id));
}

/** Stores a list and its file. They replace what was stored for this list before. */
export async function keepList(list: KeptList, file: File): Promise<void> {
  const writing = (await database()).transaction(['lists', 'files'], 'readwrite');
  await Promise.all([
    writing.objectStore('lists').put(list),
    writing.objectStore('files').put(file, list.id),
    writing.done,
  ]);
}

/** Replaces the stored state of a list. If the list was removed in the meantime, it is not stored again. */
export async function updateList(list: KeptList): Promise<void> {
  const writing = (await database()).transaction('lists', 'readwrite');
  if ((await writing.store.getKey(list.id)) !== undefined) await writing.store.put(list);
  await writing.done;
}

/**
 * Stores a request, or replaces the stored request that has the same key. Nothing is stored if the list was removed. The promise
 * resolves only when the request is on the disk.
 */
export async function keepRequest(request: KeptRequest): Promise<void> {
  const writing = (await database()).transaction(['lists', 'requests'], 'readwrite', { durability: 'strict' });
  if ((await writing.objectStore('lists').getKey(request.list)) !== undefined)
    await writing.objectStore('requests').put(request);
  await writing.done;
}

/** Removes a stored request. It is called when the service has refused the request, which costs nothing. */
export async function dropRequest({ list, key }: KeptRequest): Promise<void> {
  await (await database()).delete('requests', [list, key]);
}

/** Removes a list with its file and all its answers. */
export async function removeList(id: string): Promise<void> {
  const writing = (await database()).transaction(['lists', 'files', 'requests'], 'readwrite');
  await Promise.all([
    writing.objectStore('lists').delete(id),
    writing.objectStore('files').delete(id),
    writing.objectStore('requests').delete(ofList(id)),
    writing.done,
  ]);
}
